SELECT outcome, result FROM istos.istos_idempotency WHERE namespace = ? AND operation = ? AND key = ? AND state = 'D'
