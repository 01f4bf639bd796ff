-- The row is ours, or its door: nobody else can have written it since it was read.
INSERT INTO istos.istos_document (namespace, key, value, version) VALUES (?, ?, ?, nextval('istos.istos_epoch'))
ON CONFLICT (namespace, key) DO UPDATE SET value = excluded.value, version = excluded.version, updated_at = clock_timestamp()
RETURNING version
