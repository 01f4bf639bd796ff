-- Answers NEW, KNOWN (it has a row) or AGAIN (somebody creates a row of one of the keys: nothing was entered, ask again).
WITH item AS MATERIALIZED ({items}),
absent AS MATERIALIZED (
  SELECT i.* FROM item i LEFT JOIN LATERAL (
    SELECT 1 AS n FROM istos.istos_idempotency c WHERE c.namespace = i.ns AND c.operation = i.op AND c.key = i.k LIMIT 1) c ON true
  WHERE c.n IS NULL),
-- The door of claim.sql. An insert would wait behind a rival's uncommitted one.
door AS MATERIALIZED (
  SELECT a.n, pg_try_advisory_xact_lock(hashtextextended('istos' || chr(31) || a.ns || chr(31) || a.op || chr(31) || a.k, 0)) AS mine
  FROM absent a ORDER BY a.n),
shut AS MATERIALIZED (SELECT count(*) > 0 AS any FROM door d WHERE NOT d.mine),
fresh AS (
  INSERT INTO istos.istos_idempotency (namespace, operation, key, state, epoch, outcome, result, attempts, expires_at)
  SELECT a.ns, a.op, a.k, 'D', nextval('istos.istos_epoch'), 'U', 'null', 0, clock_timestamp() + a.ms * interval '1 ms'
  FROM absent a CROSS JOIN shut s WHERE NOT s.any ORDER BY a.n
  ON CONFLICT DO NOTHING RETURNING key),
logged AS (
  INSERT INTO istos.istos_event_log (namespace, key, kind, value)
  SELECT i.ns, 'istos.admin', 'admin', i.audit FROM item i WHERE i.n = 0 AND EXISTS (SELECT 1 FROM fresh))
SELECT i.n, CASE WHEN f.key IS NOT NULL THEN 'NEW' WHEN s.any THEN 'AGAIN' ELSE 'KNOWN' END AS answer
FROM item i CROSS JOIN shut s LEFT JOIN fresh f ON f.key = i.k
ORDER BY i.n
