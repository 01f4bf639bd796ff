-- The clock in a sub-select, so that it is an index condition: else every row is read.
WITH old AS MATERIALIZED (
  SELECT c.ctid AS tid FROM istos.istos_idempotency c
  WHERE c.expires_at <= (SELECT clock_timestamp()) AND c.state IN ('F', 'D')
  ORDER BY c.expires_at LIMIT ? FOR UPDATE SKIP LOCKED),
gone AS (DELETE FROM istos.istos_idempotency c USING old o WHERE c.ctid = o.tid RETURNING 1)
SELECT count(*) FROM gone
