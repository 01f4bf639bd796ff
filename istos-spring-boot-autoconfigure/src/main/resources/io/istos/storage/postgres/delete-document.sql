-- Answers DELETED, REFUSED or AGAIN (of that version, but somebody is at the row: ask again).
WITH item AS MATERIALIZED ({items}),
mine AS MATERIALIZED (
  SELECT i.*, d.tid FROM item i CROSS JOIN LATERAL (
    SELECT d.ctid AS tid FROM istos.istos_document d
    WHERE d.namespace = i.ns AND d.key = i.k AND d.version = i.ver
    FOR UPDATE SKIP LOCKED) d),
gone AS (DELETE FROM istos.istos_document d USING mine m WHERE d.ctid = m.tid RETURNING m.n)
SELECT i.n, CASE WHEN g.n IS NOT NULL THEN 'DELETED' WHEN d.n IS NOT NULL THEN 'AGAIN' ELSE 'REFUSED' END AS answer
FROM item i LEFT JOIN gone g ON g.n = i.n LEFT JOIN LATERAL (
  SELECT 1 AS n FROM istos.istos_document d WHERE d.namespace = i.ns AND d.key = i.k AND d.version = i.ver LIMIT 1) d ON true
ORDER BY i.n
