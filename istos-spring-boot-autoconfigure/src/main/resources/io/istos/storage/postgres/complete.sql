-- Answers DONE (now, or before under the same token), AGAIN (the row is locked, or was a moment ago) or LOST.
WITH item AS MATERIALIZED ({items}),
mine AS MATERIALIZED (
  SELECT i.*, c.tid FROM item i CROSS JOIN LATERAL (
    SELECT c.ctid AS tid FROM istos.istos_idempotency c
    WHERE c.namespace = i.ns AND c.operation = i.op AND c.key = i.k AND c.owner = i.own AND c.epoch = i.ep AND c.state = 'C'
    FOR NO KEY UPDATE SKIP LOCKED) c),
done AS (
  UPDATE istos.istos_idempotency c SET state = 'D', outcome = m.outcome, result = m.result, deadline = NULL,
    expires_at = clock_timestamp() + m.ms * interval '1 ms'
  FROM mine m WHERE c.ctid = m.tid RETURNING m.n, c.namespace, c.operation, c.key, c.outcome, c.result),
logged AS (
  INSERT INTO istos.istos_event_log (namespace, key, idempotency_key, kind, value)
  SELECT d.namespace, d.operation, d.key, 'call', d.result FROM done d WHERE d.outcome <> 'X' ORDER BY d.n)
SELECT i.n, CASE
    WHEN d.n IS NOT NULL OR c.state = 'D' AND c.owner = i.own THEN 'DONE'
    WHEN c.state = 'C' AND c.owner = i.own AND c.epoch = i.ep THEN 'AGAIN'
    ELSE 'LOST' END AS answer
FROM item i LEFT JOIN done d ON d.n = i.n LEFT JOIN LATERAL (
  SELECT c.state, c.owner, c.epoch FROM istos.istos_idempotency c
  WHERE c.namespace = i.ns AND c.operation = i.op AND c.key = i.k LIMIT 1) c ON true
ORDER BY i.n
