-- Transport cards that are lost and replaced, and cards that are made for an order.

-- What was declared of a card, by whom, and how it ended: lifted, or replaced by another card. At most one is open.
create table card_incident (
  id uuid primary key,
  network_id text not null,
  card_id uuid not null,
  kind text not null check (kind in ('lost', 'stolen', 'defective')),
  note text not null default '',
  -- A customer is named by their traveller, staff by their own id; the register's own incidents have no author.
  declared_by text not null check (declared_by in ('customer', 'staff', 'register')),
  author text,
  declared_at timestamptz not null,
  lifted_at timestamptz,
  lifted_by text,
  lift_note text,
  -- The order that replaces the card, from its placing on; given back when the order is given up.
  order_id uuid,
  replaced_at timestamptz,
  replaced_author text,
  replacing_card_id uuid references transport_card,
  check (lifted_at is null or replaced_at is null),
  check ((replaced_at is null) = (replacing_card_id is null)),
  foreign key (network_id, card_id) references transport_card (network_id, id) on delete cascade,
  foreign key (network_id, order_id) references orders (network_id, id)
);
create unique index card_incident_open on card_incident (card_id) where lifted_at is null and replaced_at is null;
create index card_incident_order on card_incident (order_id) where order_id is not null;
create index card_incident_card on card_incident (card_id, declared_at);
insert into card_incident (id, network_id, card_id, kind, declared_by, declared_at)
  select gen_random_uuid(), network_id, id, incident, 'register', created_at from transport_card where status = 'blocked';

-- A line that a card is made for: a first one, or one in the place of another; `made_card_id` once it is made.
alter table order_line add column card_work text check (card_work in ('new', 'duplicate'));
alter table order_line add column replaces_card_id uuid references transport_card;
alter table order_line add column made_card_id uuid references transport_card;
create unique index order_line_made_card on order_line (made_card_id) where made_card_id is not null;

-- What a ticket was before its card was blocked, and which one it came from when it moved to another card.
alter table ticket add column blocked_from text check (blocked_from in ('pending', 'active'));
alter table ticket add column moved_from uuid references ticket;
create unique index ticket_moved_once on ticket (moved_from) where moved_from is not null;
-- Of each piece that was bought one ticket lives; where it stood before it moved does not count.
alter table ticket drop constraint ticket_order_line_id_position_key;
create unique index ticket_once on ticket (order_line_id, position) where status <> 'moved';
