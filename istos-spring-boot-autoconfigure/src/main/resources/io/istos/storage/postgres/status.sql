-- As look.sql, but only whether all is there: each relation, and each table with its primary key.
WITH item AS MATERIALIZED ({items})
SELECT (SELECT max(v.version) FROM istos.istos_schema_version v) AS version, clock_timestamp() AS now,
  (SELECT c.claimed_at FROM istos.istos_idempotency c
   WHERE c.state IN ('C', 'H') AND c.state = 'C' AND c.deadline <= (SELECT clock_timestamp())
   ORDER BY c.claimed_at LIMIT 1) AS oldest_abandoned,
  (SELECT count(*) FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
   WHERE n.nspname = i.schema AND c.relname = ANY (string_to_array(i.names, ','))
     AND (c.relkind NOT IN ('r', 'p') OR 0 < (
       SELECT count(*) FROM pg_catalog.pg_index p WHERE p.indrelid = c.oid AND p.indisprimary AND p.indisvalid))) AS sound
FROM item i
