-- The rows are what the planner thinks there are: counting them takes a scan. OFFSET 0, so that only the index of what is open will do.
WITH item AS MATERIALIZED ({items}),
asked AS MATERIALIZED (SELECT i.*, i.ns || '|' AS low, i.ns || '}' AS high, clock_timestamp() AS at FROM item i),
open AS (
  SELECT c.operation, count(*) FILTER (WHERE c.state = 'C' AND c.deadline > q.at) AS running,
    count(*) FILTER (WHERE c.state = 'C' AND c.deadline <= q.at) AS abandoned, count(*) FILTER (WHERE c.state = 'H') AS held
  FROM asked q CROSS JOIN (
    SELECT c.namespace, c.operation, c.state, c.deadline FROM istos.istos_idempotency c WHERE c.state IN ('C', 'H') OFFSET 0) c
  WHERE c.namespace = q.ns OR c.namespace >= q.low AND c.namespace < q.high
  GROUP BY c.operation),
leases AS (
  SELECT count(*) FILTER (WHERE l.deadline > q.at) AS live, count(*) FILTER (WHERE l.deadline <= q.at) AS lapsed
  FROM asked q CROSS JOIN LATERAL (
    SELECT l.deadline FROM istos.istos_lease l WHERE l.namespace = q.ns AND l.owner IS NOT NULL
    UNION ALL
    SELECT l.deadline FROM istos.istos_lease l WHERE l.namespace >= q.low AND l.namespace < q.high AND l.owner IS NOT NULL) l)
SELECT o.operation, o.running, o.abandoned, o.held, l.live, l.lapsed, (
    SELECT greatest(t.reltuples, 0)::bigint FROM pg_catalog.pg_class t WHERE t.oid = 'istos.istos_idempotency'::regclass) AS estimate
FROM leases l LEFT JOIN open o ON true
ORDER BY o.operation
