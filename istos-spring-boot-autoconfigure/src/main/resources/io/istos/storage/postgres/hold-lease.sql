-- A renewal gets past this lock. A take-over or release, which take the strongest, don't; and one that came in between is noticed,
-- since after it the row is read again.
SELECT 1 FROM istos.istos_lease l
WHERE l.namespace = ? AND l.scope = ? AND l.owner = ? AND l.epoch = ? AND l.deadline > clock_timestamp() FOR KEY SHARE
