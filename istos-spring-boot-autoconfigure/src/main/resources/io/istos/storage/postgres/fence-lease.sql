-- A loss is an SQL error (22012), so that this transaction can't commit, whoever swallows it. What is held already may have lapsed.
WITH fenced AS MATERIALIZED (
  SELECT 1 FROM istos.istos_lease l
  WHERE l.namespace = ? AND l.scope = ? AND l.owner = ? AND l.epoch = ? AND (? OR l.deadline > clock_timestamp()) FOR KEY SHARE)
SELECT 1 / count(*) FROM fenced
