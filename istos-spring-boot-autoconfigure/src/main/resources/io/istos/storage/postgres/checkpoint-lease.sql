-- As fence-lease.sql, and writes the state.
WITH fenced AS (
  UPDATE istos.istos_lease l SET state = i.state, version = l.version + 1, deadline = clock_timestamp() + i.ms * interval '1 ms'
  FROM (SELECT ?::text AS ns, ?::text AS scope, ?::uuid AS own, ?::bigint AS ep, ?::boolean AS held, ?::bigint AS ms, ?::text AS state) i
  WHERE l.namespace = i.ns AND l.scope = i.scope AND l.owner = i.own AND l.epoch = i.ep AND (i.held OR l.deadline > clock_timestamp())
  RETURNING 1)
SELECT 1 / count(*) FROM fenced
