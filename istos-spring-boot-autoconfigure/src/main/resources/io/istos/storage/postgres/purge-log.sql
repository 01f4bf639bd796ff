-- The clock in a sub-select, so that it is an index condition: else every row is read.
WITH old AS MATERIALIZED (
  SELECT l.ctid AS tid FROM istos.istos_event_log l
  WHERE l.at <= (SELECT clock_timestamp() - ? * interval '1 ms')
  ORDER BY l.at LIMIT ? FOR UPDATE SKIP LOCKED),
gone AS (DELETE FROM istos.istos_event_log l USING old o WHERE l.ctid = o.tid RETURNING 1)
SELECT count(*) FROM gone
