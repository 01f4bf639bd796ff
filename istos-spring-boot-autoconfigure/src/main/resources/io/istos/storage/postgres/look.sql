SELECT s.number AS server, n.oid IS NOT NULL AS schema, c.relname AS name,
  (SELECT string_agg(a.attname::text, ',') FROM pg_catalog.pg_attribute a
   WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) AS columns,
  (SELECT string_agg(a.attname::text, ',' ORDER BY k.place) FROM pg_catalog.pg_index i
   CROSS JOIN LATERAL unnest(i.indkey) WITH ORDINALITY k (attnum, place)
   JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.attnum
   WHERE i.indrelid = c.oid AND i.indisprimary AND i.indisvalid) AS primary_key
FROM (SELECT current_setting('server_version_num')::int AS number) s
LEFT JOIN pg_catalog.pg_namespace n ON n.nspname = ?
LEFT JOIN pg_catalog.pg_class c ON c.relnamespace = n.oid AND c.relkind IN ('r', 'p', 'S', 'i') AND c.relname LIKE 'istos\_%'
