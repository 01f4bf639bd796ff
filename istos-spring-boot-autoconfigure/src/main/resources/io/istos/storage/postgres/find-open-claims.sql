-- Along the index of what is open, from the last claim of the page before.
WITH item AS MATERIALIZED ({items}),
asked AS MATERIALIZED (
  SELECT i.*, i.ns || '|' AS low, i.ns || '}' AS high, coalesce(i.after_at, '-infinity') AS since, clock_timestamp() AS at FROM item i)
SELECT c.* FROM asked q CROSS JOIN LATERAL (
  SELECT c.namespace, c.operation, c.key, c.outcome, c.epoch, c.attempts, c.claimed_at, c.deadline, c.expires_at, c.last_error,
    c.instance, c.trace_id, s.status
  FROM istos.istos_idempotency c CROSS JOIN LATERAL (
    SELECT CASE WHEN c.state = 'H' THEN 'HELD' WHEN c.deadline > q.at THEN 'RUNNING' ELSE 'ABANDONED' END AS status) s
  WHERE c.state IN ('C', 'H') AND c.claimed_at >= q.since AND c.claimed_at <= q.at - q.age * interval '1 ms'
    AND (c.claimed_at > q.since OR c.epoch > q.after_ep)
    AND (c.namespace = q.ns OR c.namespace >= q.low AND c.namespace < q.high)
    AND coalesce(c.operation = q.op, true) AND coalesce(c.epoch = q.ep, true) AND s.status = ANY (string_to_array(q.wanted, ','))
  ORDER BY c.claimed_at, c.epoch LIMIT (SELECT most FROM item)) c
ORDER BY c.claimed_at, c.epoch
