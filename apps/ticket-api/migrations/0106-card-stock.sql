-- Blank transport cards: what the card maker delivered, before each is handed over to somebody.
create table card_batch (
  id uuid primary key,
  network_id text not null references network on delete cascade,
  name text not null check (name <> ''),
  imported_at timestamptz not null,
  unique (network_id, name),
  unique (network_id, id)
);
create index card_batch_listed on card_batch (network_id, imported_at desc, id desc);

create table blank_card (
  network_id text not null,
  number text not null check (number ~ '^[0-9]{8,20}$'),
  batch_id uuid not null,
  -- The number that the chip answers to a reader.
  chip text check (chip ~ '^[0-9A-Z]{4,32}$'),
  -- The last day on which the card is valid.
  expires_on date,
  primary key (network_id, number),
  foreign key (network_id, batch_id) references card_batch (network_id, id) on delete cascade
);
create unique index blank_card_chip on blank_card (network_id, chip) where chip is not null;
create index blank_card_batch on blank_card (batch_id);
