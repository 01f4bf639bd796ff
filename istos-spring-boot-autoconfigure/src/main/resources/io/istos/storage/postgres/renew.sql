-- Answers RENEWED, LOCKED (a transaction of ours, or a take-over, is on the row) or LOST.
WITH item AS MATERIALIZED ({items}),
mine AS MATERIALIZED (
  SELECT i.*, c.tid FROM item i CROSS JOIN LATERAL (
    SELECT c.ctid AS tid FROM istos.istos_idempotency c
    WHERE c.namespace = i.ns AND c.operation = i.op AND c.key = i.k AND c.owner = i.own AND c.epoch = i.ep AND c.state = 'C'
    FOR NO KEY UPDATE SKIP LOCKED) c),
renewed AS (
  UPDATE istos.istos_idempotency c SET deadline = clock_timestamp() + m.ms * interval '1 ms' FROM mine m WHERE c.ctid = m.tid RETURNING m.n)
SELECT i.n, CASE WHEN r.n IS NOT NULL THEN 'RENEWED' WHEN c.n IS NOT NULL THEN 'LOCKED' ELSE 'LOST' END AS answer
FROM item i LEFT JOIN renewed r ON r.n = i.n LEFT JOIN LATERAL (
  SELECT 1 AS n FROM istos.istos_idempotency c
  WHERE c.namespace = i.ns AND c.operation = i.op AND c.key = i.k AND c.owner = i.own AND c.epoch = i.ep AND c.state = 'C' LIMIT 1) c ON true
ORDER BY i.n
