-- Answers GRANTED, BUSY, CHANGED (it could be had, but its state has another version than base) or AGAIN (lost a race: ask again).
WITH item AS MATERIALIZED ({items}),
seen AS MATERIALIZED (
  SELECT i.*, l.epoch, l.owner, l.deadline, l.taken_over, l.state, l.version, clock_timestamp() AS at
  FROM item i LEFT JOIN LATERAL (
    SELECT * FROM istos.istos_lease l WHERE l.namespace = i.ns AND l.scope = i.scope LIMIT 1) l ON true),
-- The strongest row lock, though no key changes: it is the one that a transaction's FOR KEY SHARE keeps off.
free AS MATERIALIZED (
  SELECT s.*, l.tid FROM seen s CROSS JOIN LATERAL (
    SELECT l.ctid AS tid FROM istos.istos_lease l
    WHERE l.namespace = s.ns AND l.scope = s.scope AND l.deadline <= clock_timestamp()
    FOR UPDATE SKIP LOCKED) l
  WHERE s.deadline <= s.at AND (s.steal OR s.owner IS NULL) AND coalesce(s.version = s.base, true)),
taken AS (
  UPDATE istos.istos_lease l SET epoch = nextval('istos.istos_epoch'), owner = f.own, acquired_at = clock_timestamp(),
    deadline = clock_timestamp() + f.ms * interval '1 ms', taken_over = l.owner IS NOT NULL, instance = f.inst,
    state = CASE WHEN f.base IS NULL THEN l.state ELSE f.next END, version = l.version + (f.base IS NOT NULL)::int
  FROM free f WHERE l.ctid = f.tid RETURNING f.n, l.epoch, l.taken_over, l.state, l.version),
-- An insert would wait behind a rival's uncommitted one; nobody waits at this door.
door AS MATERIALIZED (
  SELECT s.n, pg_try_advisory_xact_lock(hashtextextended('istos-lease' || chr(31) || s.ns || chr(31) || s.scope, 0)) AS mine
  FROM seen s WHERE s.epoch IS NULL AND coalesce(s.base = -1, true) ORDER BY s.n),
fresh AS (
  INSERT INTO istos.istos_lease (namespace, scope, epoch, owner, deadline, instance, state, version)
  SELECT s.ns, s.scope, nextval('istos.istos_epoch'), s.own, clock_timestamp() + s.ms * interval '1 ms', s.inst,
    s.next, (s.base IS NOT NULL)::int
  FROM seen s JOIN door d ON d.n = s.n WHERE d.mine ORDER BY s.n
  ON CONFLICT DO NOTHING RETURNING namespace, scope, epoch, state, version)
SELECT s.n, CASE
    WHEN t.n IS NOT NULL OR f.epoch IS NOT NULL OR s.owner = s.own AND s.deadline > s.at THEN 'GRANTED'
    WHEN s.epoch IS NULL AND s.base <> -1 THEN 'CHANGED'
    WHEN s.deadline <= s.at AND (s.steal OR s.owner IS NULL) AND s.version <> s.base THEN 'CHANGED'
    WHEN d.mine OR e.n IS NOT NULL THEN 'AGAIN'
    ELSE 'BUSY' END AS answer,
  coalesce(t.epoch, f.epoch, s.epoch) AS epoch,
  CASE WHEN t.n IS NOT NULL THEN t.taken_over ELSE coalesce(s.taken_over, false) END AS taken_over,
  CASE WHEN t.n IS NOT NULL THEN t.state WHEN f.epoch IS NOT NULL THEN f.state WHEN s.owner = s.own THEN s.state END AS state,
  coalesce(t.version, f.version, s.version) AS version,
  CASE WHEN s.deadline > s.at THEN ceil(extract(epoch FROM s.deadline - s.at) * 1000)::bigint END AS retry_after_ms
FROM seen s LEFT JOIN taken t ON t.n = s.n LEFT JOIN fresh f ON f.namespace = s.ns AND f.scope = s.scope
LEFT JOIN door d ON d.n = s.n LEFT JOIN free e ON e.n = s.n
ORDER BY s.n
