-- Alerts of a network that the staff publish, served by our own beacon.
create table alert (
  id uuid primary key,
  network_id text not null references network,
  version integer not null default 1 check (version > 0),
  details jsonb not null,
  display_after timestamptz,
  display_before timestamptz,
  withdrawn_at timestamptz,
  added_at timestamptz not null,
  changed_at timestamptz not null,
  changed_by uuid not null references staff,
  check (display_before > display_after)
);
create index alert_listed on alert (network_id, added_at desc, id desc);
-- What the beacon reads every few seconds.
create index alert_open on alert (network_id, display_before) where withdrawn_at is null;
