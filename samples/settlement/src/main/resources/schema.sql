-- Nodes may start at once, and two of them creating the same table would fail.
select pg_advisory_lock(20170817);

create table if not exists payment (
  id     bigint generated always as identity primary key,
  tenant text not null,
  day    date not null,
  amount numeric not null
);
create index if not exists payment_day on payment (tenant, day);

create table if not exists settlement (
  id     bigint generated always as identity primary key,
  tenant text not null,
  day    date not null, -- not unique: that a day is settled once is not this table's doing
  amount numeric not null,
  epoch  bigint not null
);

create table if not exists customer (
  id   bigint generated always as identity primary key,
  name text not null
);

create table if not exists statement (
  id          bigint generated always as identity primary key,
  customer_id bigint not null, -- not unique either
  text        text not null,
  epoch       bigint not null
);

create table if not exists outbox (
  id    bigint generated always as identity primary key,
  text  text not null,
  epoch bigint
);

-- What jobs do is noted here when a story is told: see the package "watch".
create table if not exists job_call (
  id       bigint generated always as identity primary key,
  node     text not null,
  pid      bigint not null, -- a node that comes back is another process
  job      text not null,
  scope    text, -- null as long as the job does not run
  epoch    bigint,
  began_at timestamptz,
  ended_at timestamptz, -- before the lease is given up
  outcome  text -- null as long as the call is not over
);

select pg_advisory_unlock(20170817);
