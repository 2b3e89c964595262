-- Browsers with which the staff signed in: they have tries of their own, whatever strangers try at the same address.
create table staff_device (
  token_hash text primary key,
  staff_id uuid not null references staff on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index staff_device_of on staff_device (staff_id, created_at);
-- The password that `npm run staff` printed is changed before anything else.
alter table staff add column password_first boolean not null default false;
