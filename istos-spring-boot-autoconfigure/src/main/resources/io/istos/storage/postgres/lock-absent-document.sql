-- The door of create-document.sql. Here it is waited for, on a connection of its own.
SELECT pg_advisory_xact_lock(hashtextextended('istos-document' || chr(31) || ?::text || chr(31) || ?::text, 0))
