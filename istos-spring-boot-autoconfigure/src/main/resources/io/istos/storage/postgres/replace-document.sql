-- Answers WRITTEN, REFUSED (with what is there, if anything) or AGAIN (of that version, but somebody is at the row: ask again).
WITH item AS MATERIALIZED ({items}),
mine AS MATERIALIZED (
  SELECT i.*, d.tid FROM item i CROSS JOIN LATERAL (
    SELECT d.ctid AS tid FROM istos.istos_document d
    WHERE d.namespace = i.ns AND d.key = i.k AND d.version = i.ver
    FOR NO KEY UPDATE SKIP LOCKED) d),
written AS (
  UPDATE istos.istos_document d SET value = m.value, version = nextval('istos.istos_epoch'), updated_at = clock_timestamp()
  FROM mine m WHERE d.ctid = m.tid RETURNING m.n, d.version)
SELECT i.n, CASE WHEN w.n IS NOT NULL THEN 'WRITTEN' WHEN d.version = i.ver THEN 'AGAIN' ELSE 'REFUSED' END AS answer,
  CASE WHEN d.version <> i.ver THEN d.value END AS value, coalesce(w.version, d.version) AS version
FROM item i LEFT JOIN written w ON w.n = i.n LEFT JOIN LATERAL (
  SELECT d.value, d.version FROM istos.istos_document d WHERE d.namespace = i.ns AND d.key = i.k LIMIT 1) d ON true
ORDER BY i.n
