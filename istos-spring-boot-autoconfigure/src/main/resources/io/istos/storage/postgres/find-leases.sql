-- Along the primary key, from the last scope of the page before: first the namespace, then the key scopes below it.
WITH item AS MATERIALIZED ({items}),
asked AS MATERIALIZED (
  SELECT i.*, CASE WHEN i.after_ns IS NULL THEN '' WHEN i.after_ns = i.ns THEN i.after_scope END AS own_after,
    CASE WHEN i.after_ns <> i.ns THEN i.after_ns ELSE i.ns || '|' END AS from_ns,
    CASE WHEN i.after_ns <> i.ns THEN i.after_scope ELSE '' END AS from_scope, i.ns || '}' AS high, clock_timestamp() AS at FROM item i)
SELECT l.namespace, l.scope, l.owner, l.epoch, l.deadline, l.acquired_at, l.instance, l.state, l.version,
  (extract(epoch FROM l.deadline - q.at) * 1000000)::bigint AS remaining_micros
FROM asked q CROSS JOIN LATERAL (
  (SELECT l.* FROM istos.istos_lease l
   WHERE l.namespace = q.ns AND l.scope > q.own_after
     AND CASE WHEN l.owner IS NULL THEN 'FREE' WHEN l.deadline > q.at THEN 'HELD' ELSE 'LAPSED' END = ANY (string_to_array(q.wanted, ','))
   ORDER BY l.namespace, l.scope LIMIT (SELECT most FROM item))
  UNION ALL
  (SELECT l.* FROM istos.istos_lease l
   WHERE (l.namespace, l.scope) > (q.from_ns, q.from_scope) AND l.namespace < q.high
     AND CASE WHEN l.owner IS NULL THEN 'FREE' WHEN l.deadline > q.at THEN 'HELD' ELSE 'LAPSED' END = ANY (string_to_array(q.wanted, ','))
   ORDER BY l.namespace, l.scope LIMIT (SELECT most FROM item))
  ORDER BY namespace, scope LIMIT (SELECT most FROM item)) l
ORDER BY l.namespace, l.scope
