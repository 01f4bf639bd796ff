SELECT 1 FROM istos.istos_lease l
WHERE l.namespace = ? AND l.scope = ? AND l.owner = ? AND l.epoch = ? AND l.deadline > clock_timestamp()
