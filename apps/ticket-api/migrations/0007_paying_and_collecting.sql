-- Parts that are paid later, kept ways to pay, direct debit; collection; journeys between two places.

-- A way to pay that the customer keeps: a card that the provider holds, or a bank account.
create table payment_method (
  id uuid primary key,
  network_id text not null references network on delete cascade,
  account_id uuid not null,
  kind text not null check (kind in ('CARD', 'IBAN')),
  -- Of a card: its name at the provider, never its number.
  saved_id text,
  brand text,
  last4 text not null,
  -- The last month in which a card is good, `YYYY-MM`.
  expires_on text check (expires_on ~ '^\d{4}-\d{2}$'),
  nickname text,
  iban text,
  holder text,
  bookmarked boolean not null default false,
  -- Did the customer ask to keep it? Else it is kept only while a part of an order needs it.
  wanted boolean not null default true,
  created_at timestamptz not null,
  removed_at timestamptz,
  unique (network_id, id),
  check ((kind = 'CARD') = (saved_id is not null)),
  check ((kind = 'IBAN') = (iban is not null)),
  foreign key (network_id, account_id) references account (network_id, id)
);
create index payment_method_account on payment_method (account_id, created_at) where removed_at is null;
create unique index payment_method_saved on payment_method (network_id, account_id, saved_id) where removed_at is null and saved_id is not null;
create unique index payment_method_iban on payment_method (network_id, account_id, iban) where removed_at is null and iban is not null;
create unique index payment_method_one_favourite on payment_method (account_id) where bookmarked and removed_at is null;

-- What a customer signed so that a bank account may be debited. Stays as it was signed (13 months after the last debit).
create table mandate (
  id uuid primary key,
  network_id text not null references network on delete cascade,
  account_id uuid,
  payment_method_id uuid references payment_method,
  reference text not null check (length(reference) between 1 and 35),
  creditor jsonb not null,
  debtor jsonb not null,
  wording text not null,
  language text not null,
  evidence jsonb not null,
  signed_at timestamptz not null,
  revoked_at timestamptz,
  last_debit_on date,
  archived_at timestamptz,
  unique (network_id, reference)
);
create index mandate_account on mandate (account_id) where account_id is not null;

-- The parts in which an order is paid; one part for most.
create table installment (
  network_id text not null,
  order_id uuid not null,
  position integer not null check (position >= 1),
  method text not null check (method in ('CARD', 'TRANSFER')),
  amount integer not null check (amount > 0),
  currency text not null,
  due_on date not null,
  collected_on date not null,
  notice_on date,
  status text not null check (status in ('planned', 'begun', 'paid', 'unpaid', 'written-off', 'withdrawn')),
  payment_method_id uuid references payment_method,
  mandate_id uuid references mandate,
  tries integer not null default 0,
  paid_at timestamptz,
  primary key (order_id, position),
  foreign key (network_id, order_id) references orders (network_id, id)
);
create index installment_method on installment (payment_method_id) where status in ('planned', 'begun', 'unpaid');

-- A payment pays one part of its order; it begins at the provider's page, or is taken on a kept way to pay.
alter table payment add column installment integer not null default 1;
alter table payment add column kind text not null default 'page' check (kind in ('page', 'charge', 'debit'));
-- Did the customer ask to keep the card that pays?
alter table payment add column keep boolean not null default false;
-- How far apart the parts of an order are; one part has none.
alter table orders add column installment_period text check (installment_period in ('P7D', 'P14D', 'P1M', 'P6M', 'P1Y'));
drop index payment_one_alive;
create unique index payment_one_alive on payment (order_id, installment) where status in ('begun', 'open', 'captured');

-- A card that is being kept without a payment: a page of the provider, whose own state is the truth.
create table card_registration (
  id uuid primary key,
  network_id text not null references network on delete cascade,
  account_id uuid not null,
  status text not null check (status in ('begun', 'kept', 'ended')),
  asked jsonb not null,
  created_at timestamptz not null,
  foreign key (network_id, account_id) references account (network_id, id)
);
create index card_registration_account on card_registration (account_id) where status = 'begun';

-- Which place an order was given in an agency's slot, so that it can be given back once.
create table slot_booking (
  network_id text not null,
  order_id uuid primary key,
  agency_id text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  given_back_at timestamptz,
  foreign key (network_id, order_id) references orders (network_id, id),
  foreign key (network_id, agency_id, starts_at) references slot_place (network_id, agency_id, starts_at)
);

-- A ticket that stands on a transport card has no code: the card is loaded with it when it is next shown to a validator.
alter table ticket add column card_id uuid references transport_card;
alter table ticket add column load_asked_at timestamptz;
alter table ticket add constraint ticket_stands_on_a_card check ((card_id is not null) <= (support = 'MEDIA'));
create index ticket_on_card on ticket (card_id) where card_id is not null;

-- A network's timetable feed (GTFS), kept as it came, and what of it is asked: stops, fares by zone pair, trips.
create table transit_feed (
  network_id text primary key references network on delete cascade,
  zip bytea not null,
  digest text not null,
  imported_at timestamptz not null
);
-- Where one gets on or off: a station with its platforms, or a stop by itself.
create table transit_stop (
  network_id text not null references transit_feed on delete cascade,
  id text not null,
  name text not null,
  zone text,
  latitude double precision,
  longitude double precision,
  primary key (network_id, id)
);
-- Stops without a zone are in the zone ''.
create table transit_fare (
  network_id text not null references transit_feed on delete cascade,
  fare text not null,
  origin_zone text not null,
  destination_zone text not null,
  amount integer not null check (amount >= 0),
  currency text not null,
  primary key (network_id, fare, origin_zone, destination_zone)
);
create table transit_trip (
  network_id text not null references transit_feed on delete cascade,
  id text not null,
  route text not null,
  headsign text,
  -- The days on which it runs, as the feed says them.
  service jsonb not null,
  primary key (network_id, id)
);
-- Times are seconds after noon minus twelve hours of the service day (GTFS): they may go past midnight.
create table transit_call (
  network_id text not null,
  stop_id text not null,
  trip_id text not null,
  position integer not null,
  arrival integer not null,
  departure integer not null,
  boards boolean not null,
  alights boolean not null,
  primary key (network_id, stop_id, trip_id, position),
  foreign key (network_id, trip_id) references transit_trip on delete cascade,
  foreign key (network_id, stop_id) references transit_stop on delete cascade
);
-- From where to where a line is good, with the names that the stops had.
alter table order_line add column journey jsonb;
