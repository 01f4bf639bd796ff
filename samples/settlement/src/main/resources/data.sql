-- Something to do for whoever starts a node by hand: a business day, and customers.
insert into payment (tenant, day, amount)
select tenant, date '2026-01-05', n * 10 from unnest(array['acme', 'globex', 'initech']) tenant, generate_series(1, 20) n
where not exists (select from payment);

insert into customer (name)
select 'customer ' || n from generate_series(1, 60) n
where not exists (select from customer);
