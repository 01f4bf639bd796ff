-- Istos for Spring Boot: tables for PostgreSQL 14 and later. Runs as it is, as often as one likes, and as a migration of Flyway or Liquibase.
CREATE SCHEMA IF NOT EXISTS istos;

CREATE SEQUENCE IF NOT EXISTS istos.istos_epoch;

CREATE TABLE IF NOT EXISTS istos.istos_idempotency (
  namespace         text COLLATE "C" NOT NULL DEFAULT '' CHECK (octet_length(namespace) <= 255),
  operation         text COLLATE "C" NOT NULL CHECK (octet_length(operation) <= 255),
  key               text COLLATE "C" NOT NULL CHECK (char_length(key) <= 512),
  -- F free, C claimed, H held (outcome unknown, a person decides), D done
  state             char(1) NOT NULL CHECK (state IN ('F', 'C', 'H', 'D')),
  owner             uuid,
  epoch             bigint NOT NULL,
  deadline          timestamptz,
  fingerprint       text,
  -- done rows: R result, X failure, U result not stored
  outcome           char(1) CHECK (outcome IN ('R', 'X', 'U')),
  result            text,
  attempts          int NOT NULL DEFAULT 1,
  last_error        text,
  claimed_at        timestamptz NOT NULL DEFAULT clock_timestamp(),
  instance          text,
  trace_id          text,
  -- the lapsed (C) or held (H) claim that the present one took over
  former_state      char(1) CHECK (former_state IN ('C', 'H')),
  former_claimed_at timestamptz,
  former_deadline   timestamptz,
  former_instance   text,
  -- free and done rows only
  expires_at        timestamptz,
  PRIMARY KEY (namespace, operation, key)
) WITH (fillfactor = 80);

CREATE INDEX IF NOT EXISTS istos_idempotency_expiry ON istos.istos_idempotency (expires_at) WHERE expires_at IS NOT NULL;

-- what runs, was abandoned or is held: a small part, by age. Renewals change none of its columns
CREATE INDEX IF NOT EXISTS istos_idempotency_open ON istos.istos_idempotency (claimed_at) WHERE state IN ('C', 'H');

CREATE TABLE IF NOT EXISTS istos.istos_lease (
  namespace   text COLLATE "C" NOT NULL DEFAULT '' CHECK (octet_length(namespace) <= 255),
  scope       text COLLATE "C" NOT NULL CHECK (char_length(scope) <= 512),
  epoch       bigint NOT NULL,
  -- none: released
  owner       uuid,
  -- of the lease; released: busy until then
  deadline    timestamptz NOT NULL,
  acquired_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- whether the holder before let it lapse
  taken_over  boolean NOT NULL DEFAULT false,
  instance    text,
  state       text,
  -- of the state: every write of it adds one
  version     bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (namespace, scope)
) WITH (fillfactor = 50);

CREATE TABLE IF NOT EXISTS istos.istos_event_log (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  namespace       text COLLATE "C" NOT NULL DEFAULT '',
  -- of the log: for calls, the operation
  key             text COLLATE "C" NOT NULL,
  idempotency_key text COLLATE "C",
  -- call: appended by a completion; log: by the application
  kind            text NOT NULL,
  value           text,
  at              timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE INDEX IF NOT EXISTS istos_event_log_key ON istos.istos_event_log (namespace, key, id DESC);

CREATE INDEX IF NOT EXISTS istos_event_log_at ON istos.istos_event_log (at);

-- claims and documents of the coordination primitives, under a prefix each
CREATE TABLE IF NOT EXISTS istos.istos_document (
  namespace  text COLLATE "C" NOT NULL DEFAULT '' CHECK (octet_length(namespace) <= 255),
  key        text COLLATE "C" NOT NULL CHECK (char_length(key) <= 520),
  value      text NOT NULL,
  -- from istos_epoch, so that it never comes again, not even after the row was deleted
  version    bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (namespace, key)
) WITH (fillfactor = 80);

CREATE TABLE IF NOT EXISTS istos.istos_kv_store (
  namespace  text COLLATE "C" NOT NULL DEFAULT '' CHECK (octet_length(namespace) <= 255),
  key        text COLLATE "C" NOT NULL CHECK (char_length(key) <= 520),
  value      text NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (namespace, key)
) WITH (fillfactor = 80);

CREATE TABLE IF NOT EXISTS istos.istos_schema_version (
  version      int PRIMARY KEY,
  installed_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

INSERT INTO istos.istos_schema_version (version) VALUES (1) ON CONFLICT DO NOTHING;
