-- Answers WRITTEN, REFUSED (with what is there) or AGAIN (somebody else creates it: ask again).
WITH item AS MATERIALIZED ({items}),
seen AS MATERIALIZED (
  SELECT i.*, d.value AS present, d.version FROM item i LEFT JOIN LATERAL (
    SELECT d.value, d.version FROM istos.istos_document d WHERE d.namespace = i.ns AND d.key = i.k LIMIT 1) d ON true),
-- An insert would wait behind a rival's uncommitted one; nobody waits at this door.
door AS MATERIALIZED (
  SELECT s.n, pg_try_advisory_xact_lock(hashtextextended('istos-document' || chr(31) || s.ns || chr(31) || s.k, 0)) AS mine
  FROM seen s WHERE s.version IS NULL ORDER BY s.n),
fresh AS (
  INSERT INTO istos.istos_document (namespace, key, value, version)
  SELECT s.ns, s.k, s.value, nextval('istos.istos_epoch') FROM seen s JOIN door d ON d.n = s.n WHERE d.mine ORDER BY s.n
  ON CONFLICT DO NOTHING RETURNING namespace, key, version)
SELECT s.n, CASE WHEN f.version IS NOT NULL THEN 'WRITTEN' WHEN s.version IS NOT NULL THEN 'REFUSED' ELSE 'AGAIN' END AS answer,
  s.present AS value, coalesce(f.version, s.version) AS version
FROM seen s LEFT JOIN fresh f ON f.namespace = s.ns AND f.key = s.k
ORDER BY s.n
