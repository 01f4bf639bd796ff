-- Answers CLAIMED, REUSED, DONE, ABANDONED, IN_FLIGHT or AGAIN (lost a race: ask again); a null fingerprint matches anything.
WITH item AS MATERIALIZED ({items}),
seen AS MATERIALIZED (
  SELECT i.*, c.state, c.owner, c.epoch, c.deadline, c.fingerprint, c.outcome, c.result, c.attempts, c.claimed_at, c.instance, c.last_error,
         c.former_state, c.former_claimed_at, c.former_deadline, c.former_instance, clock_timestamp() AS at
  FROM item i LEFT JOIN LATERAL (
    SELECT * FROM istos.istos_idempotency c WHERE c.namespace = i.ns AND c.operation = i.op AND c.key = i.k LIMIT 1) c ON true),
free AS MATERIALIZED (
  SELECT s.*, c.tid FROM seen s CROSS JOIN LATERAL (
    SELECT c.ctid AS tid FROM istos.istos_idempotency c
    WHERE c.namespace = s.ns AND c.operation = s.op AND c.key = s.k
      AND (c.state = 'F' OR coalesce(c.fingerprint = s.fp, true)
        AND (c.state = 'C' AND s.lapsed AND c.deadline <= clock_timestamp() OR c.state = 'H' AND s.held))
    FOR NO KEY UPDATE SKIP LOCKED) c
  WHERE s.state = 'F' OR s.state = 'C' AND s.lapsed AND s.deadline <= s.at OR s.state = 'H' AND s.held),
taken AS (
  UPDATE istos.istos_idempotency c SET state = 'C', owner = f.own, epoch = nextval('istos.istos_epoch'), fingerprint = f.fp,
    attempts = c.attempts + 1, claimed_at = clock_timestamp(), deadline = clock_timestamp() + f.ms * interval '1 ms', expires_at = NULL,
    instance = f.inst, trace_id = f.trace, former_state = nullif(c.state, 'F'),
    former_claimed_at = CASE WHEN c.state <> 'F' THEN c.claimed_at END,
    former_deadline = CASE WHEN c.state <> 'F' THEN c.deadline END,
    former_instance = CASE WHEN c.state <> 'F' THEN c.instance END
  FROM free f WHERE c.ctid = f.tid RETURNING f.n, c.epoch),
-- Abandoned is only what can be locked: a live transaction of its owner may be on the row. The caller's transaction (tx) keeps no such lock.
abandoned AS MATERIALIZED (
  SELECT s.n FROM seen s CROSS JOIN LATERAL (
    SELECT 1 FROM istos.istos_idempotency c
    WHERE c.namespace = s.ns AND c.operation = s.op AND c.key = s.k AND coalesce(c.fingerprint = s.fp, true)
      AND (c.state = 'H' OR c.state = 'C' AND c.deadline <= clock_timestamp())
    FOR NO KEY UPDATE SKIP LOCKED) c
  WHERE NOT s.tx AND (s.state = 'H' AND NOT s.held OR s.state = 'C' AND NOT s.lapsed AND s.deadline <= s.at)),
-- An insert would wait behind a rival's uncommitted one; nobody waits at this door.
door AS MATERIALIZED (
  SELECT s.n, pg_try_advisory_xact_lock(hashtextextended('istos' || chr(31) || s.ns || chr(31) || s.op || chr(31) || s.k, 0)) AS mine
  FROM seen s WHERE s.state IS NULL ORDER BY s.n),
fresh AS (
  INSERT INTO istos.istos_idempotency (namespace, operation, key, state, owner, epoch, fingerprint, deadline, instance, trace_id)
  SELECT s.ns, s.op, s.k, 'C', s.own, nextval('istos.istos_epoch'), s.fp, clock_timestamp() + s.ms * interval '1 ms', s.inst, s.trace
  FROM seen s JOIN door d ON d.n = s.n WHERE d.mine ORDER BY s.n
  ON CONFLICT DO NOTHING RETURNING owner, epoch),
-- A repeated request finds its own live claim: former is then what it took over the first time.
told AS (
  SELECT s.*, s.state = 'C' AND s.owner = s.own AND s.deadline > s.at AS again, coalesce(s.fingerprint = s.fp, true) AS same
  FROM seen s)
SELECT s.n, CASE
    WHEN t.n IS NOT NULL OR f.epoch IS NOT NULL OR s.again THEN 'CLAIMED'
    WHEN s.state IN ('C', 'H', 'D') AND NOT s.same THEN 'REUSED'
    WHEN s.state = 'D' THEN 'DONE'
    WHEN a.n IS NOT NULL OR s.tx AND s.state = 'H' THEN 'ABANDONED'
    WHEN s.state IN ('C', 'H') OR NOT d.mine THEN 'IN_FLIGHT'
    ELSE 'AGAIN' END AS answer,
  coalesce(t.epoch, f.epoch, s.epoch, 0) AS epoch,
  CASE WHEN f.epoch IS NOT NULL THEN 1 WHEN t.n IS NOT NULL THEN s.attempts + 1 ELSE coalesce(s.attempts, 0) END AS attempts,
  CASE WHEN s.state = 'D' AND s.same THEN s.outcome END AS outcome,
  CASE WHEN s.state = 'D' AND s.same THEN s.result END AS result,
  CASE WHEN s.state = 'C' THEN ceil(extract(epoch FROM s.deadline - s.at) * 1000)::bigint END AS retry_after_ms,
  CASE WHEN s.again THEN s.former_state ELSE nullif(nullif(s.state, 'F'), 'D') END AS former_state,
  CASE WHEN s.again THEN s.former_claimed_at ELSE s.claimed_at END AS former_claimed_at,
  CASE WHEN s.again THEN s.former_deadline ELSE s.deadline END AS former_deadline,
  CASE WHEN s.again THEN s.former_instance ELSE s.instance END AS former_instance,
  s.last_error
FROM told s LEFT JOIN taken t ON t.n = s.n LEFT JOIN fresh f ON f.owner = s.own LEFT JOIN abandoned a ON a.n = s.n LEFT JOIN door d ON d.n = s.n
ORDER BY s.n
