-- Checks of tickets by the staff (decision 178). The id is chosen by the device that checks, so that a repeated report is stored once.
create table ticket_check (
  id uuid primary key,
  network_id text not null,
  ticket_id uuid not null references ticket (id) on delete cascade,
  staff_id uuid not null references staff (id),
  outcome text not null,
  is_offline boolean not null,
  checked_at timestamptz not null,
  recorded_at timestamptz not null
);
create index ticket_check_of_ticket on ticket_check (ticket_id, checked_at);
create index ticket_check_staff on ticket_check (staff_id);
create index ticket_check_age on ticket_check (checked_at);
