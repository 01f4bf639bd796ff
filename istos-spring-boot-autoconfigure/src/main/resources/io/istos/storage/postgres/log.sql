INSERT INTO istos.istos_event_log (namespace, key, idempotency_key, kind, value)
SELECT l.ns, l.k, l.idem, 'log', l.value FROM (SELECT ?::text AS ns, ?::text AS k, ?::text AS idem, ?::text AS value) l
WHERE NOT EXISTS (
  SELECT 1 FROM istos.istos_idempotency c
  WHERE c.namespace = l.ns AND c.operation = l.k AND c.key = l.idem AND c.state = 'D')
