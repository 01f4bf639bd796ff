WITH item AS MATERIALIZED ({items})
SELECT i.n, l.owner, l.epoch, l.deadline, l.acquired_at, l.instance, l.state, l.version,
  (extract(epoch FROM l.deadline - clock_timestamp()) * 1000000)::bigint AS remaining_micros
FROM item i LEFT JOIN LATERAL (
  SELECT * FROM istos.istos_lease l WHERE l.namespace = i.ns AND l.scope = i.scope LIMIT 1) l ON true
ORDER BY i.n
