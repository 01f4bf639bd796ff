WITH item AS MATERIALIZED ({items})
SELECT c.namespace, c.operation, c.key, c.outcome, c.epoch, c.attempts, c.claimed_at, c.deadline, c.expires_at, c.last_error, c.instance,
  c.trace_id, CASE c.state WHEN 'F' THEN 'FREE' WHEN 'H' THEN 'HELD' WHEN 'D' THEN 'DONE'
    ELSE CASE WHEN c.deadline > clock_timestamp() THEN 'RUNNING' ELSE 'ABANDONED' END END AS status
FROM item i JOIN istos.istos_idempotency c ON c.namespace = i.ns AND c.operation = i.op AND c.key = i.k
