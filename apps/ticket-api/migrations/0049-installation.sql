-- What this database is: the demo's, whose people, staff and keys everybody knows, or a real installation's. Whoever
-- first fills it records it; the other kind refuses to start on it.
create table installation (
  only_row boolean primary key default true check (only_row),
  kind text not null check (kind in ('demo', 'production')),
  recorded_at timestamptz not null default now()
);

-- Of a database from before: the demo's staff and keys give it away, also where a single start without NODE_ENV added
-- them to a real installation.
insert into installation (kind)
select 'demo'
where exists (select from staff where email in ('admin@demo.example', 'agent@demo.example', 'validator@demo.example'))
  or exists (select from client where key in ('guichet-demo-key', 'guichet-demo-office-key', 'guichet-demo-validators-key'));

insert into installation (kind)
select 'production' where exists (select from network)
on conflict do nothing;
