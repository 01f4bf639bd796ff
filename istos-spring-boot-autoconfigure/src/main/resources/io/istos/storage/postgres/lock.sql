SELECT 1 FROM istos.istos_idempotency c
WHERE c.namespace = ? AND c.operation = ? AND c.key = ? AND c.owner = ? AND c.epoch = ? AND c.state = 'C' FOR NO KEY UPDATE
