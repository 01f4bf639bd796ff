-- Along the primary key, from the last claim of the page before: from each namespace and operation that has rows to the next one, however
-- many rows it has, and along the keys of those that are asked for. What comes next after a text is the text and chr(1).
WITH RECURSIVE item AS MATERIALIZED ({items}),
asked AS MATERIALIZED (SELECT i.*, i.ns || '|' AS low, i.ns || '}' AS high, clock_timestamp() AS at FROM item i),
pair AS (
  SELECT f.namespace, f.operation FROM asked q CROSS JOIN LATERAL (
    SELECT c.namespace, c.operation FROM istos.istos_idempotency c
    WHERE (c.namespace, c.operation) >= (coalesce(q.after_ns, q.ns), coalesce(q.after_op, q.op, '')) AND c.namespace < q.high
    ORDER BY c.namespace, c.operation LIMIT 1) f
  UNION ALL
  SELECT f.namespace, f.operation FROM pair p CROSS JOIN asked q CROSS JOIN LATERAL (
    SELECT p.namespace <> q.ns AND p.namespace < q.low AS strange) t CROSS JOIN LATERAL (
    SELECT c.namespace, c.operation FROM istos.istos_idempotency c
    WHERE (c.namespace, c.operation) >= (
        CASE WHEN t.strange THEN q.low WHEN p.operation >= q.op THEN p.namespace || chr(1) ELSE p.namespace END,
        CASE WHEN q.op IS NOT NULL THEN q.op WHEN t.strange THEN '' ELSE p.operation || chr(1) END)
      AND c.namespace < q.high
    ORDER BY c.namespace, c.operation LIMIT 1) f)
SELECT f.* FROM (
  SELECT c.* FROM pair p CROSS JOIN asked q CROSS JOIN LATERAL (
    SELECT c.namespace, c.operation, c.key, c.outcome, c.epoch, c.attempts, c.claimed_at, c.deadline, c.expires_at, c.last_error,
      c.instance, c.trace_id, s.status
    FROM istos.istos_idempotency c CROSS JOIN LATERAL (
      SELECT CASE c.state WHEN 'F' THEN 'FREE' WHEN 'H' THEN 'HELD' WHEN 'D' THEN 'DONE'
        ELSE CASE WHEN c.deadline > q.at THEN 'RUNNING' ELSE 'ABANDONED' END END AS status) s
    WHERE c.namespace = p.namespace AND c.operation = p.operation
      AND c.key > CASE WHEN p.namespace = q.after_ns AND p.operation = q.after_op THEN q.after_key ELSE '' END
      AND c.claimed_at <= q.at - q.age * interval '1 ms'
      AND coalesce(c.epoch = q.ep, true) AND s.status = ANY (string_to_array(q.wanted, ','))
    ORDER BY c.namespace, c.operation, c.key LIMIT (SELECT most FROM item)) c
  WHERE (p.namespace = q.ns OR p.namespace >= q.low) AND coalesce(p.operation = q.op, true)
  LIMIT (SELECT most FROM item)) f
ORDER BY f.namespace, f.operation, f.key
