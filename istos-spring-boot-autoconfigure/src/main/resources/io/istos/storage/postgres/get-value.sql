WITH item AS MATERIALIZED ({items})
SELECT i.n, v.value FROM item i LEFT JOIN LATERAL (
  SELECT v.value FROM istos.istos_kv_store v WHERE v.namespace = i.ns AND v.key = i.k LIMIT 1) v ON true
ORDER BY i.n
