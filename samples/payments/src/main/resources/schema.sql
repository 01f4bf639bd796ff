-- Nodes may start at once, and two of them creating the same table would fail.
select pg_advisory_lock(20170817);

create table if not exists payment (
  id            bigint generated always as identity primary key,
  order_id      text not null, -- not unique: that an order is paid once is not this table's doing
  amount        numeric not null,
  currency      text not null,
  authorization_code text not null
);
create index if not exists payment_order on payment (order_id);

-- What the gateway knows: in another company's database, if it were a real one.
create table if not exists gateway_charge (
  id              bigint generated always as identity primary key,
  idempotency_key text not null unique,
  order_id        text not null,
  amount          numeric not null,
  currency        text not null,
  calls           int not null default 1
);

create table if not exists gateway_payout (
  id       bigint generated always as identity primary key,
  order_id text not null,
  amount   numeric not null,
  currency text not null
);

select pg_advisory_unlock(20170817);
