-- Answers RENEWED, LOCKED (ours and live, but somebody is at the row), EXPIRED (ours, but it lapsed) or TAKEN_OVER.
WITH item AS MATERIALIZED ({items}),
mine AS MATERIALIZED (
  SELECT i.*, l.tid FROM item i CROSS JOIN LATERAL (
    SELECT l.ctid AS tid FROM istos.istos_lease l
    WHERE l.namespace = i.ns AND l.scope = i.scope AND l.owner = i.own AND l.epoch = i.ep AND l.deadline > clock_timestamp()
    FOR NO KEY UPDATE SKIP LOCKED) l),
renewed AS (
  UPDATE istos.istos_lease l SET deadline = clock_timestamp() + m.ms * interval '1 ms' FROM mine m WHERE l.ctid = m.tid RETURNING m.n)
SELECT i.n, CASE
    WHEN r.n IS NOT NULL THEN 'RENEWED'
    WHEN l.deadline > clock_timestamp() THEN 'LOCKED'
    WHEN l.deadline IS NOT NULL THEN 'EXPIRED'
    ELSE 'TAKEN_OVER' END AS answer
FROM item i LEFT JOIN renewed r ON r.n = i.n LEFT JOIN LATERAL (
  SELECT l.deadline FROM istos.istos_lease l
  WHERE l.namespace = i.ns AND l.scope = i.scope AND l.owner = i.own AND l.epoch = i.ep LIMIT 1) l ON true
ORDER BY i.n
