-- Answers WRITTEN, CHANGED, LOST or AGAIN (ours, but somebody is at the row: ask again). A transaction that holds the lease keeps no
-- writer off, not even one that gives it up: an acquisition takes a stronger lock.
WITH item AS MATERIALIZED ({items}),
mine AS MATERIALIZED (
  SELECT i.*, l.tid FROM item i CROSS JOIN LATERAL (
    SELECT l.ctid AS tid FROM istos.istos_lease l
    WHERE l.namespace = i.ns AND l.scope = i.scope AND l.owner = i.own AND l.epoch = i.ep AND coalesce(l.version = i.ver, true)
    FOR NO KEY UPDATE SKIP LOCKED) l),
written AS (
  UPDATE istos.istos_lease l SET state = CASE WHEN m.rep THEN m.next ELSE l.state END, version = l.version + m.rep::int,
    owner = CASE WHEN NOT m.rel THEN l.owner END,
    deadline = CASE WHEN m.rel THEN clock_timestamp() ELSE coalesce(clock_timestamp() + m.ms * interval '1 ms', l.deadline) END
  FROM mine m WHERE l.ctid = m.tid RETURNING m.n, l.state, l.version)
SELECT i.n, CASE
    WHEN w.n IS NOT NULL THEN 'WRITTEN'
    WHEN l.version IS NULL THEN 'LOST'
    WHEN l.version <> i.ver THEN 'CHANGED'
    ELSE 'AGAIN' END AS answer,
  CASE WHEN w.n IS NOT NULL THEN w.state ELSE l.state END AS state, coalesce(w.version, l.version, 0) AS version
FROM item i LEFT JOIN written w ON w.n = i.n LEFT JOIN LATERAL (
  SELECT l.state, l.version FROM istos.istos_lease l
  WHERE l.namespace = i.ns AND l.scope = i.scope AND l.owner = i.own AND l.epoch = i.ep LIMIT 1) l ON true
ORDER BY i.n
