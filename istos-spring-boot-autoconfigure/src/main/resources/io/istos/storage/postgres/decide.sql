-- Answers DONE, NOT_FOUND, CHANGED, NOT_FOR_THIS or LOCKED. Target F is a release, D a completion: nobody had its owner and epoch before.
WITH item AS MATERIALIZED ({items}),
mine AS MATERIALIZED (
  SELECT i.*, c.tid FROM item i CROSS JOIN LATERAL (
    SELECT c.ctid AS tid FROM istos.istos_idempotency c
    WHERE c.namespace = i.ns AND c.operation = i.op AND c.key = i.k AND coalesce(c.epoch = i.ep, true)
      AND (c.state = 'C' AND c.deadline <= clock_timestamp() OR c.state = 'H' OR c.state = 'F' AND i.target = 'D')
    FOR NO KEY UPDATE SKIP LOCKED) c),
decided AS (
  UPDATE istos.istos_idempotency c SET state = m.target, owner = CASE m.target WHEN 'D' THEN gen_random_uuid() END,
    epoch = CASE m.target WHEN 'D' THEN nextval('istos.istos_epoch') ELSE c.epoch END, outcome = m.outcome, result = m.result,
    deadline = NULL, expires_at = clock_timestamp() + m.ms * interval '1 ms'
  FROM mine m WHERE c.ctid = m.tid RETURNING m.n, c.namespace, c.key, m.audit),
logged AS (
  INSERT INTO istos.istos_event_log (namespace, key, idempotency_key, kind, value)
  SELECT d.namespace, 'istos.admin', d.key, 'admin', d.audit FROM decided d)
SELECT CASE
    WHEN d.n IS NOT NULL THEN 'DONE'
    WHEN c.state IS NULL THEN 'NOT_FOUND'
    WHEN c.epoch <> i.ep THEN 'CHANGED'
    WHEN c.state = 'D' OR c.state = 'F' AND i.target = 'F' OR c.deadline > clock_timestamp() THEN 'NOT_FOR_THIS'
    ELSE 'LOCKED' END AS answer
FROM item i LEFT JOIN decided d ON d.n = i.n LEFT JOIN LATERAL (
  SELECT c.state, c.epoch, c.deadline FROM istos.istos_idempotency c
  WHERE c.namespace = i.ns AND c.operation = i.op AND c.key = i.k LIMIT 1) c ON true
