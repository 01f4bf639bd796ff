WITH item AS MATERIALIZED ({items}),
mine AS MATERIALIZED (
  SELECT c.tid FROM item i CROSS JOIN LATERAL (
    SELECT c.ctid AS tid FROM istos.istos_idempotency c
    WHERE c.namespace = i.ns AND c.operation = i.op AND c.key >= i.low AND c.key < i.high
      AND (c.state <> 'C' OR c.deadline <= clock_timestamp())
    ORDER BY c.namespace, c.operation, c.key LIMIT (SELECT most FROM item) FOR UPDATE SKIP LOCKED) c),
gone AS (DELETE FROM istos.istos_idempotency c USING mine m WHERE c.ctid = m.tid RETURNING 1),
logged AS (
  INSERT INTO istos.istos_event_log (namespace, key, kind, value)
  SELECT i.ns, 'istos.admin', 'admin', i.audit FROM item i WHERE EXISTS (SELECT 1 FROM gone))
SELECT count(*) AS forgotten FROM gone
