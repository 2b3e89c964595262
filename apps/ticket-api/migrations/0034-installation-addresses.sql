-- Where the Ticket API reaches the outside parties, as it noted at its last start: a command that runs beside it asks the same ones.
-- No keys.
create table installation_address (
  party text primary key check (party in ('payment', 'bank')),
  url text not null,
  noted_at timestamptz not null default now()
);
