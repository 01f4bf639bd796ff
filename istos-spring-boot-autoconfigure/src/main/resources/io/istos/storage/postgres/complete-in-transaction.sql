-- A loss is an SQL error (22012), so that this transaction can't commit, whoever swallows it.
WITH done AS (
  UPDATE istos.istos_idempotency c SET state = 'D', outcome = ?, result = ?, deadline = NULL,
    expires_at = clock_timestamp() + ? * interval '1 ms'
  WHERE c.namespace = ? AND c.operation = ? AND c.key = ? AND c.owner = ? AND c.epoch = ? AND c.state = 'C'
  RETURNING c.namespace, c.operation, c.key, c.outcome, c.result),
logged AS (
  INSERT INTO istos.istos_event_log (namespace, key, idempotency_key, kind, value)
  SELECT d.namespace, d.operation, d.key, 'call', d.result FROM done d WHERE d.outcome <> 'X')
SELECT 1 / count(*) FROM done
