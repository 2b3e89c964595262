-- Use of tickets, their transfer to others, vignettes, and where somebody agreed to say where they punched.

-- `trip_until`: the end of the trip that was begun last; `trip_code`: what is shown while it runs, `code` before and after.
alter table ticket add column first_used_at timestamptz;
alter table ticket add column trip_until timestamptz;
alter table ticket add column trip_code text;
-- Which ticket this one came from when it was given to another traveller or put on a card.
alter table ticket add column transferred_from uuid references ticket;
create unique index ticket_transferred_once on ticket (transferred_from) where transferred_from is not null;
alter table ticket add constraint ticket_trip_is_a_use check (trip_until is null or first_used_at is not null);

-- Of each piece that was bought one ticket lives; one that moved or was given away does not count.
alter table ticket drop constraint if exists ticket_order_line_id_position_key;
drop index if exists ticket_once;
create unique index ticket_once on ticket (order_line_id, position) where status not in ('moved', 'transferred');
create index ticket_by_clock on ticket (status) where status in ('pending', 'active', 'blocked');

-- Stickers on vehicles and at stops that say where a ticket is punched.
create table vignette (
  network_id text not null references network,
  sticker_id text not null check (sticker_id ~ '^[A-Z0-9]{4,12}$'),
  kind text not null check (kind in ('vehicle', 'stop')),
  name text not null,
  stop_id text,
  line text,
  made_at timestamptz not null,
  withdrawn_at timestamptz,
  primary key (network_id, sticker_id)
);

-- Each time a ticket was used: its window opened, a trip taken, or shown to a validator while it was valid.
create table ticket_use (
  id uuid primary key,
  network_id text not null,
  ticket_id uuid not null references ticket,
  kind text not null check (kind in ('opened', 'trip', 'change', 'checked')),
  trips integer not null check (trips in (0, 1)),
  used_at timestamptz not null,
  valid_until timestamptz,
  -- Who punched it: the traveller whose sign-in it was.
  punched_by uuid not null,
  sticker_id text,
  foreign key (network_id, sticker_id) references vignette (network_id, sticker_id)
);
create index ticket_use_of on ticket_use (ticket_id, used_at desc, id);

-- Whether a traveller agreed to say where they punch, and what they said, for thirty days.
create table geolocation_consent (
  traveller_id uuid primary key references traveller on delete cascade,
  network_id text not null,
  account_id uuid not null,
  agreed boolean not null,
  decided_at timestamptz not null,
  foreign key (network_id, account_id) references account (network_id, id)
);
create table punch_position (
  use_id uuid primary key references ticket_use on delete cascade,
  network_id text not null,
  account_id uuid not null,
  traveller_id uuid not null references geolocation_consent on delete cascade,
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  accuracy_metres integer check (accuracy_metres >= 0),
  recorded_at timestamptz not null,
  foreign key (network_id, account_id) references account (network_id, id)
);
create index punch_position_at on punch_position (recorded_at);
create index punch_position_account on punch_position (account_id);
