-- Whether it is done; if not, somebody is at the row: ask again.
WITH item AS MATERIALIZED ({items}),
mine AS MATERIALIZED (
  SELECT i.*, v.tid FROM item i CROSS JOIN LATERAL (
    SELECT v.ctid AS tid FROM istos.istos_kv_store v WHERE v.namespace = i.ns AND v.key = i.k FOR UPDATE SKIP LOCKED) v),
gone AS (DELETE FROM istos.istos_kv_store v USING mine m WHERE v.ctid = m.tid RETURNING m.n)
SELECT i.n, g.n IS NOT NULL OR v.n IS NULL AS done
FROM item i LEFT JOIN gone g ON g.n = i.n LEFT JOIN LATERAL (
  SELECT 1 AS n FROM istos.istos_kv_store v WHERE v.namespace = i.ns AND v.key = i.k LIMIT 1) v ON true
ORDER BY i.n
