-- Answers DONE, NOT_FOUND, CHANGED, NOT_FOR_THIS or LOCKED.
WITH item AS MATERIALIZED ({items}),
mine AS MATERIALIZED (
  SELECT i.*, l.tid FROM item i CROSS JOIN LATERAL (
    SELECT l.ctid AS tid FROM istos.istos_lease l
    WHERE l.namespace = i.ns AND l.scope = i.scope AND l.owner IS NOT NULL AND coalesce(l.epoch = i.ep, true)
    FOR UPDATE SKIP LOCKED) l),
ended AS (
  UPDATE istos.istos_lease l SET owner = NULL, deadline = clock_timestamp() FROM mine m WHERE l.ctid = m.tid
  RETURNING m.n, l.namespace, m.audit),
logged AS (
  INSERT INTO istos.istos_event_log (namespace, key, kind, value) SELECT e.namespace, 'istos.admin', 'admin', e.audit FROM ended e)
SELECT CASE
    WHEN e.n IS NOT NULL THEN 'DONE'
    WHEN l.epoch IS NULL THEN 'NOT_FOUND'
    WHEN l.epoch <> i.ep THEN 'CHANGED'
    WHEN l.owner IS NULL THEN 'NOT_FOR_THIS'
    ELSE 'LOCKED' END AS answer
FROM item i LEFT JOIN ended e ON e.n = i.n LEFT JOIN LATERAL (
  SELECT l.epoch, l.owner FROM istos.istos_lease l WHERE l.namespace = i.ns AND l.scope = i.scope LIMIT 1) l ON true
