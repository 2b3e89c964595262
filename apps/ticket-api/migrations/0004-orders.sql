-- Orders, payments, money, invoices and tickets: what must never be lost or happen twice.

create sequence order_number;

create table orders (
  id uuid primary key,
  network_id text not null,
  account_id uuid not null,
  number text not null,
  status text not null check (status in ('COMPLETED', 'CANCELED', 'ERROR', 'PENDING', 'PROCESSING', 'REGULARIZATION')),
  origin text not null check (origin in ('APP', 'ESHOP', 'SCHOOL', 'RETAIL')),
  client_id text not null references client,
  idempotency_key text,
  cart_digest text not null,
  amount integer not null check (amount >= 0),
  currency text not null,
  payment_method text check (payment_method in ('CARD', 'TRANSFER', 'DEPOSIT', 'CASH')),
  installments integer not null default 1,
  language text not null,
  customer jsonb not null,
  delivery jsonb,
  collect jsonb,
  vouchers jsonb not null default '[]',
  invoice_email text,
  return_url text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  completed_at timestamptz,
  canceled_at timestamptz,
  unique (network_id, id),
  unique (network_id, number),
  unique (network_id, client_id, account_id, idempotency_key),
  check ((status in ('COMPLETED', 'REGULARIZATION')) <= (completed_at is not null)),
  foreign key (network_id, account_id) references account (network_id, id)
);
create index orders_account on orders (account_id, created_at desc, id);
-- One unresolved order per cart and account: a second click finds the first one's order.
create unique index orders_one_unresolved on orders (account_id, cart_digest) where status in ('PENDING', 'PROCESSING', 'ERROR');

create table order_line (
  id uuid primary key,
  network_id text not null,
  order_id uuid not null,
  position integer not null,
  kind text not null check (kind in ('article', 'option', 'gift', 'shipping')),
  shop_item_id text not null,
  product_id text not null,
  article jsonb not null,
  name text not null,
  quantity integer not null check (quantity > 0),
  unit_amount integer not null check (unit_amount >= 0),
  discount_amount integer not null default 0 check (discount_amount >= 0),
  total_amount integer not null check (total_amount >= 0),
  vat_rate numeric(5, 2) not null,
  traveller_id uuid,
  traveller jsonb,
  support text,
  card_id text,
  starting_at timestamptz,
  fields jsonb not null default '{}',
  process_status text not null default 'TO_PROCESS' check (process_status in ('PROCESSING', 'TO_PROCESS', 'PROCESSED')),
  unique (order_id, position),
  check (total_amount = unit_amount * quantity - discount_amount),
  foreign key (network_id, order_id) references orders (network_id, id)
);

create table order_event (
  id bigint generated always as identity primary key,
  network_id text not null,
  order_id uuid not null,
  at timestamptz not null,
  event text not null,
  detail jsonb,
  foreign key (network_id, order_id) references orders (network_id, id)
);
create index order_event_order on order_event (order_id, id);

-- One try at paying an order: one session at the provider, whose own state is the truth.
create table payment (
  id uuid primary key,
  network_id text not null,
  order_id uuid not null,
  status text not null check (status in ('begun', 'open', 'captured', 'refused', 'cancelled', 'refunded')),
  amount integer not null check (amount > 0),
  currency text not null,
  -- What the provider was and will be asked, to the letter: a repetition must not differ from the first.
  asked jsonb not null,
  provider_session text,
  pay_url text,
  refund_reference text,
  method jsonb,
  created_at timestamptz not null,
  settled_at timestamptz,
  foreign key (network_id, order_id) references orders (network_id, id)
);
create unique index payment_one_alive on payment (order_id) where status in ('begun', 'open', 'captured');
create unique index payment_session on payment (provider_session) where provider_session is not null;
create index payment_order on payment (order_id);

create table voucher_use (
  network_id text not null,
  code text not null,
  order_id uuid not null,
  account_id uuid not null,
  at timestamptz not null,
  given_back_at timestamptz,
  primary key (order_id, code),
  foreign key (network_id, code) references voucher (network_id, code),
  foreign key (network_id, order_id) references orders (network_id, id)
);
create index voucher_use_account on voucher_use (network_id, code, account_id) where given_back_at is null;

create table slot_place (
  network_id text not null,
  agency_id text not null,
  starts_at timestamptz not null,
  taken integer not null default 0 check (taken >= 0),
  capacity integer not null,
  primary key (network_id, agency_id, starts_at),
  check (taken <= capacity),
  foreign key (network_id, agency_id) references agency (network_id, id)
);

-- Every movement of money is two rows that add up to zero.
create table ledger_entry (
  movement text not null,
  side text not null,
  network_id text not null,
  order_id uuid not null,
  amount bigint not null check (amount <> 0),
  currency text not null,
  at timestamptz not null,
  primary key (movement, side),
  foreign key (network_id, order_id) references orders (network_id, id)
);
create index ledger_entry_order on ledger_entry (order_id);

create function ledger_balances() returns trigger language plpgsql as $$
begin
  if (select count(*) <> 2 or sum(amount) <> 0 or count(distinct currency) <> 1 from ledger_entry where movement = new.movement) then
    raise exception 'ledger movement % does not add up', new.movement;
  end if;
  return null;
end $$;
create constraint trigger ledger_entry_balances after insert on ledger_entry
  deferrable initially deferred for each row execute function ledger_balances();

create table invoice_counter (
  network_id text not null references network,
  series text not null check (series in ('invoice', 'credit-note')),
  year integer not null,
  last integer not null,
  primary key (network_id, series, year)
);

create table invoice (
  id uuid primary key,
  network_id text not null,
  series text not null check (series in ('invoice', 'credit-note')),
  year integer not null,
  sequence integer not null,
  number text not null,
  order_id uuid not null,
  contents jsonb not null,
  pdf bytea,
  issued_at timestamptz not null,
  unique (network_id, series, year, sequence),
  unique (order_id, series),
  foreign key (network_id, order_id) references orders (network_id, id)
);

create function keep_invoice() returns trigger language plpgsql as $$
begin
  if old.number <> new.number or old.contents <> new.contents or old.issued_at <> new.issued_at
    or old.order_id <> new.order_id or (old.pdf is not null and old.pdf is distinct from new.pdf) then
    raise exception 'invoice % is never changed', old.number;
  end if;
  return new;
end $$;
create trigger invoice_kept before update on invoice for each row execute function keep_invoice();

create table ticket (
  id uuid primary key,
  network_id text not null,
  account_id uuid not null,
  order_id uuid not null,
  order_line_id uuid not null references order_line,
  position integer not null,
  serial text not null,
  product_id text not null,
  traveller_id uuid,
  traveller jsonb,
  support text not null,
  status text not null check (status in ('pending', 'active', 'expired', 'used-up', 'transferred', 'cancelled', 'blocked', 'moved')),
  valid_from timestamptz,
  valid_until timestamptz,
  use_before timestamptz,
  trips_left integer check (trips_left >= 0),
  code text,
  issued_at timestamptz not null,
  unique (order_line_id, position),
  unique (network_id, serial),
  foreign key (network_id, order_id) references orders (network_id, id),
  foreign key (network_id, account_id) references account (network_id, id)
);
create index ticket_account on ticket (account_id, issued_at desc, id);

-- Mail that leaves: written with its cause, sent at least once, always with the same Message-ID.
create table mail (
  message_id text primary key,
  network_id text not null references network,
  account_id uuid,
  recipient text not null,
  template text not null,
  language text not null,
  contents jsonb not null,
  created_at timestamptz not null,
  sent_at timestamptz
);
create index mail_account on mail (account_id);
