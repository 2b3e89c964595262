-- Networks, the clients that call, and the mechanisms that every room stands on.

create table network (
  id text primary key,
  definition jsonb not null,
  logo text not null,
  version text not null,
  imported_at timestamptz not null
);

create table network_domain (
  domain text primary key,
  network_id text not null references network on delete cascade
);

create table client (
  id text primary key,
  key text not null,
  rights text[] not null default '{}',
  replay_protection boolean not null default false
);

create table client_network (
  client_id text not null references client on delete cascade,
  network_id text not null references network on delete cascade,
  primary key (client_id, network_id)
);

-- The installation's clock: how far it stands from the real one (demo mode moves it).
create table installation_clock (
  single boolean primary key default true check (single),
  offset_ms bigint not null
);
insert into installation_clock (offset_ms) values (0);

create table signing_key (
  kid text primary key,
  purpose text not null check (purpose in ('ticket', 'id-token', 'link')),
  public_jwk jsonb not null,
  private_jwk jsonb not null,
  created_at timestamptz not null,
  retired_at timestamptz
);

-- What waits for its hour. Written in the transaction that causes it; due by the installation's clock.
create table due_work (
  id uuid primary key,
  network_id text references network on delete cascade,
  kind text not null,
  key text not null,
  payload jsonb not null default '{}',
  due_at timestamptz not null,
  attempts integer not null default 0,
  last_error text,
  leased_until timestamptz,
  given_up_at timestamptz,
  created_at timestamptz not null,
  unique (kind, key)
);
create index due_work_next on due_work (due_at) where given_up_at is null;

create table idempotency (
  client_id text not null,
  user_key text not null,
  call text not null,
  key text not null,
  network_id text not null references network on delete cascade,
  body_digest text not null,
  http_status integer,
  answer jsonb,
  leased_until timestamptz not null,
  created_at timestamptz not null,
  primary key (client_id, user_key, call, key)
);
create index idempotency_age on idempotency (created_at);

-- Things that are counted to slow guessing down.
create table attempt (
  network_id text not null references network on delete cascade,
  subject text not null,
  at timestamptz not null
);
create index attempt_subject on attempt (network_id, subject, at);
create index attempt_age on attempt (at);
