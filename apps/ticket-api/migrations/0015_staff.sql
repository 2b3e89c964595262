-- The operator's staff: who signs in to the office, what they may do in which network, and what they did.

-- A person who works for the operator; not a customer, and of no network by themselves.
create table staff (
  id uuid primary key,
  email text not null unique,
  name text not null check (length(name) between 1 and 120),
  password_hash text not null,
  created_at timestamptz not null,
  disabled_at timestamptz
);

create table staff_role (
  staff_id uuid not null references staff on delete cascade,
  network_id text not null references network on delete cascade,
  role text not null check (role in ('admin', 'agent', 'validator')),
  primary key (staff_id, network_id, role)
);
create index staff_role_network on staff_role (network_id);

create table staff_session (
  token_hash text primary key,
  staff_id uuid not null references staff on delete cascade,
  client_id text not null references client on delete cascade,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null
);
create index staff_session_staff on staff_session (staff_id);
create index staff_session_expiry on staff_session (expires_at);

-- Who did what to which thing, when and why. Rows are added and never changed; only what tells of a customer is emptied
-- when that customer is erased.
create table staff_act (
  id uuid primary key,
  -- Null: of the staff themselves (a role given, a password changed by the command).
  network_id text references network,
  -- Null: by a command on the server.
  staff_id uuid references staff,
  act text not null check (act ~ '^[a-z][a-z-]*\.[a-z][a-z-]*$'),
  thing text not null,
  -- The customer whose thing it was.
  account_id uuid,
  reason text,
  at timestamptz not null
);
create index staff_act_thing on staff_act (network_id, thing, at);
create index staff_act_account on staff_act (network_id, account_id) where account_id is not null;
create index staff_act_staff on staff_act (staff_id, at);

create function staff_act_is_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.account_id is null and new.reason is null
    and (new.id, new.act, new.thing, new.at) = (old.id, old.act, old.thing, old.at)
    and new.network_id is not distinct from old.network_id and new.staff_id is not distinct from old.staff_id then
    return new;
  end if;
  raise exception 'acts of the staff are kept as they were written';
end $$;
create trigger staff_act_kept before update or delete on staff_act for each row execute function staff_act_is_kept();

-- Tries at the office's door are of no network: they are counted under ''.
alter table counted_try drop constraint counted_try_network_id_fkey;
