-- Answers RELEASED, LOCKED, COMPLETED or NOT_OURS. Epoch 0: the claim's answer never arrived, the owner token alone decides.
WITH item AS MATERIALIZED ({items}),
mine AS MATERIALIZED (
  SELECT i.*, c.tid FROM item i CROSS JOIN LATERAL (
    SELECT c.ctid AS tid FROM istos.istos_idempotency c
    WHERE c.namespace = i.ns AND c.operation = i.op AND c.key = i.k AND c.owner = i.own AND (i.ep = 0 OR c.epoch = i.ep) AND c.state = 'C'
    FOR NO KEY UPDATE SKIP LOCKED) c),
freed AS (
  UPDATE istos.istos_idempotency c SET state = m.target, owner = NULL, deadline = NULL, last_error = m.err,
    expires_at = CASE m.target WHEN 'F' THEN clock_timestamp() + m.ms * interval '1 ms' END
  FROM mine m WHERE c.ctid = m.tid RETURNING m.n)
SELECT i.n, CASE
    WHEN f.n IS NOT NULL THEN 'RELEASED'
    WHEN c.state = 'C' THEN 'LOCKED'
    WHEN c.state = 'D' THEN 'COMPLETED'
    ELSE 'NOT_OURS' END AS answer
FROM item i LEFT JOIN freed f ON f.n = i.n LEFT JOIN LATERAL (
  SELECT c.state FROM istos.istos_idempotency c
  WHERE c.namespace = i.ns AND c.operation = i.op AND c.key = i.k AND c.owner = i.own AND (i.ep = 0 OR c.epoch = i.ep) LIMIT 1) c ON true
ORDER BY i.n
