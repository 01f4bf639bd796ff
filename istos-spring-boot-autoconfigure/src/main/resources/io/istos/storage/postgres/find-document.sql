WITH item AS MATERIALIZED ({items})
SELECT i.n, d.value, d.version FROM item i LEFT JOIN LATERAL (
  SELECT d.value, d.version FROM istos.istos_document d WHERE d.namespace = i.ns AND d.key = i.k LIMIT 1) d ON true
ORDER BY i.n
