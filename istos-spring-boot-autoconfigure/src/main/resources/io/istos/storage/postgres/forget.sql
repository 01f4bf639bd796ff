-- Answers DONE, NOT_FOUND, CHANGED, NOT_FOR_THIS or LOCKED. The entries of its calls lie among those of the operation: a walk along them.
WITH item AS MATERIALIZED ({items}),
mine AS MATERIALIZED (
  SELECT i.*, c.tid FROM item i CROSS JOIN LATERAL (
    SELECT c.ctid AS tid FROM istos.istos_idempotency c
    WHERE c.namespace = i.ns AND c.operation = i.op AND c.key = i.k AND coalesce(c.epoch = i.ep, true)
      AND (c.state <> 'C' OR c.deadline <= clock_timestamp())
    FOR UPDATE SKIP LOCKED) c),
gone AS (DELETE FROM istos.istos_idempotency c USING mine m WHERE c.ctid = m.tid RETURNING m.n, c.namespace, c.operation, c.key, m.audit),
entry AS MATERIALIZED (
  SELECT l.tid FROM gone g CROSS JOIN LATERAL (
    SELECT l.ctid AS tid FROM istos.istos_event_log l
    WHERE l.namespace = g.namespace AND l.key = g.operation AND l.idempotency_key = g.key
    FOR UPDATE SKIP LOCKED) l),
former AS MATERIALIZED (
  SELECT l.tid FROM gone g CROSS JOIN LATERAL (
    SELECT l.ctid AS tid FROM istos.istos_event_log l
    WHERE l.namespace = g.namespace AND l.key = 'istos.admin' AND l.idempotency_key = g.key
    FOR UPDATE SKIP LOCKED) l),
erased AS (
  DELETE FROM istos.istos_event_log l USING (SELECT tid FROM entry UNION ALL SELECT tid FROM former) e WHERE l.ctid = e.tid),
logged AS (
  INSERT INTO istos.istos_event_log (namespace, key, kind, value) SELECT g.namespace, 'istos.admin', 'admin', g.audit FROM gone g)
SELECT CASE
    WHEN g.n IS NOT NULL THEN 'DONE'
    WHEN c.state IS NULL THEN 'NOT_FOUND'
    WHEN c.epoch <> i.ep THEN 'CHANGED'
    WHEN c.deadline > clock_timestamp() THEN 'NOT_FOR_THIS'
    ELSE 'LOCKED' END AS answer
FROM item i LEFT JOIN gone g ON g.n = i.n LEFT JOIN LATERAL (
  SELECT c.state, c.epoch, c.deadline FROM istos.istos_idempotency c
  WHERE c.namespace = i.ns AND c.operation = i.op AND c.key = i.k LIMIT 1) c ON true
