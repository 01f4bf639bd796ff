SELECT id, key, idempotency_key, value, at FROM istos.istos_event_log WHERE namespace = ? AND key = ? ORDER BY id DESC LIMIT ?
