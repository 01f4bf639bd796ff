-- From each namespace and operation to the next one, however many rows it has. What comes next after a text is the text and chr(1).
WITH RECURSIVE item AS MATERIALIZED ({items}),
asked AS MATERIALIZED (SELECT i.*, i.ns || '|' AS low, i.ns || '}' AS high FROM item i),
claimed AS (
  SELECT f.namespace, f.operation FROM asked q CROSS JOIN LATERAL (
    SELECT c.namespace, c.operation FROM istos.istos_idempotency c
    WHERE (c.namespace, c.operation) >= (q.ns, '') AND c.namespace < q.high
    ORDER BY c.namespace, c.operation LIMIT 1) f
  UNION ALL
  SELECT f.namespace, f.operation FROM claimed p CROSS JOIN asked q CROSS JOIN LATERAL (
    SELECT p.namespace <> q.ns AND p.namespace < q.low AS strange) t CROSS JOIN LATERAL (
    SELECT c.namespace, c.operation FROM istos.istos_idempotency c
    WHERE (c.namespace, c.operation) >= (
        CASE WHEN t.strange THEN q.low ELSE p.namespace END, CASE WHEN t.strange THEN '' ELSE p.operation || chr(1) END)
      AND c.namespace < q.high
    ORDER BY c.namespace, c.operation LIMIT 1) f),
logged AS (
  SELECT f.namespace, f.operation FROM asked q CROSS JOIN LATERAL (
    SELECT l.namespace, l.key AS operation FROM istos.istos_event_log l
    WHERE (l.namespace, l.key) >= (q.ns, '') AND l.namespace < q.high
    ORDER BY l.namespace, l.key LIMIT 1) f
  UNION ALL
  SELECT f.namespace, f.operation FROM logged p CROSS JOIN asked q CROSS JOIN LATERAL (
    SELECT p.namespace <> q.ns AND p.namespace < q.low AS strange) t CROSS JOIN LATERAL (
    SELECT l.namespace, l.key AS operation FROM istos.istos_event_log l
    WHERE (l.namespace, l.key) >= (
        CASE WHEN t.strange THEN q.low ELSE p.namespace END, CASE WHEN t.strange THEN '' ELSE p.operation || chr(1) END)
      AND l.namespace < q.high
    ORDER BY l.namespace, l.key LIMIT 1) f),
pair AS (SELECT * FROM claimed UNION SELECT * FROM logged)
SELECT p.namespace, p.operation FROM pair p CROSS JOIN asked q
WHERE p.namespace = q.ns OR p.namespace >= q.low
ORDER BY p.namespace, p.operation
