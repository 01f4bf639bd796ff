-- A transaction that stops before its commit holds its leases no longer than this. A shorter limit stays.
SELECT CASE WHEN i.present = interval '0' OR i.present > i.ms * interval '1 ms'
  THEN set_config('idle_in_transaction_session_timeout', i.ms::text, true) END
FROM (SELECT current_setting('idle_in_transaction_session_timeout')::interval AS present, ?::bigint AS ms) i
