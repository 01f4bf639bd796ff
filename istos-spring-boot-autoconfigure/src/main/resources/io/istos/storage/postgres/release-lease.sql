-- Answers RELEASED, LOCKED or NOT_OURS. Epoch 0: the answer to the acquisition never arrived, the owner token alone decides.
WITH item AS MATERIALIZED ({items}),
mine AS MATERIALIZED (
  SELECT i.*, l.tid FROM item i CROSS JOIN LATERAL (
    SELECT l.ctid AS tid FROM istos.istos_lease l
    WHERE l.namespace = i.ns AND l.scope = i.scope AND l.owner = i.own AND (i.ep = 0 OR l.epoch = i.ep)
    FOR UPDATE SKIP LOCKED) l),
freed AS (
  UPDATE istos.istos_lease l SET owner = NULL, deadline = greatest(clock_timestamp(), l.acquired_at + m.ms * interval '1 ms')
  FROM mine m WHERE l.ctid = m.tid RETURNING m.n)
SELECT i.n, CASE WHEN f.n IS NOT NULL THEN 'RELEASED' WHEN l.n IS NOT NULL THEN 'LOCKED' ELSE 'NOT_OURS' END AS answer
FROM item i LEFT JOIN freed f ON f.n = i.n LEFT JOIN LATERAL (
  SELECT 1 AS n FROM istos.istos_lease l
  WHERE l.namespace = i.ns AND l.scope = i.scope AND l.owner = i.own AND (i.ep = 0 OR l.epoch = i.ep) LIMIT 1) l ON true
ORDER BY i.n
