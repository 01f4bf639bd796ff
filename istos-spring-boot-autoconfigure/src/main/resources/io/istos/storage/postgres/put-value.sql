-- Whether it is done; if not, somebody is at the row, or creates it: ask again.
WITH item AS MATERIALIZED ({items}),
seen AS MATERIALIZED (
  SELECT i.*, v.n IS NOT NULL AS present FROM item i LEFT JOIN LATERAL (
    SELECT 1 AS n FROM istos.istos_kv_store v WHERE v.namespace = i.ns AND v.key = i.k LIMIT 1) v ON true),
mine AS MATERIALIZED (
  SELECT s.*, v.tid FROM seen s CROSS JOIN LATERAL (
    SELECT v.ctid AS tid FROM istos.istos_kv_store v WHERE v.namespace = s.ns AND v.key = s.k FOR NO KEY UPDATE SKIP LOCKED) v),
replaced AS (
  UPDATE istos.istos_kv_store v SET value = m.value, updated_at = clock_timestamp() FROM mine m WHERE v.ctid = m.tid RETURNING m.n),
-- An insert would wait behind a rival's uncommitted one; nobody waits at this door.
door AS MATERIALIZED (
  SELECT s.n, pg_try_advisory_xact_lock(hashtextextended('istos-value' || chr(31) || s.ns || chr(31) || s.k, 0)) AS mine
  FROM seen s WHERE NOT s.present ORDER BY s.n),
fresh AS (
  INSERT INTO istos.istos_kv_store (namespace, key, value)
  SELECT s.ns, s.k, s.value FROM seen s JOIN door d ON d.n = s.n WHERE d.mine ORDER BY s.n
  ON CONFLICT DO NOTHING RETURNING namespace, key)
SELECT s.n, r.n IS NOT NULL OR f.key IS NOT NULL AS done
FROM seen s LEFT JOIN replaced r ON r.n = s.n LEFT JOIN fresh f ON f.namespace = s.ns AND f.key = s.k
ORDER BY s.n
