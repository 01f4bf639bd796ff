-- The walk sees nothing but the index of the log, else the planner may well walk along the entries of all logs.
WITH item AS MATERIALIZED ({items}),
seen AS MATERIALIZED (
  SELECT l.id FROM item i CROSS JOIN LATERAL (
    SELECT l.id FROM istos.istos_event_log l
    WHERE l.namespace = i.ns AND l.key = i.op AND l.id < coalesce(i.before_id, 9223372036854775807)
    ORDER BY l.id DESC LIMIT (SELECT most FROM item)) l),
mine AS MATERIALIZED (
  SELECT l.tid FROM item i CROSS JOIN seen s CROSS JOIN LATERAL (
    SELECT l.ctid AS tid FROM istos.istos_event_log l
    WHERE l.id = s.id AND l.idempotency_key >= i.low AND l.idempotency_key < i.high
    FOR UPDATE SKIP LOCKED) l),
gone AS (DELETE FROM istos.istos_event_log l USING mine m WHERE l.ctid = m.tid RETURNING 1)
SELECT (SELECT count(*) FROM gone) AS deleted, CASE WHEN count(*) = (SELECT most FROM item) THEN min(s.id) END AS before_id FROM seen s
