-- Sales by the staff at an agency's counter, and the cash drawers that they are paid into.

-- Paid at a counter: the order has no payment at the provider. A card at a terminal is CARD, too.
alter table orders add column paid_at_counter boolean not null default false;
update orders set paid_at_counter = true where payment_method in ('DEPOSIT', 'CASH');
alter table orders add check (payment_method not in ('DEPOSIT', 'CASH') or paid_at_counter);

create table cash_drawer (
  id uuid primary key,
  network_id text not null references network on delete cascade,
  agency_id text not null,
  staff_id uuid not null references staff,
  currency text not null,
  -- Minor units. The sums grow with each sale, in the statement that refuses a closed drawer.
  opening_amount bigint not null check (opening_amount >= 0),
  sales_amount bigint not null default 0 check (sales_amount >= 0),
  refunds_amount bigint not null default 0 check (refunds_amount >= 0),
  sale_count integer not null default 0,
  refund_count integer not null default 0,
  expected_amount bigint not null generated always as (opening_amount + sales_amount - refunds_amount) stored,
  opened_at timestamptz not null,
  closed_at timestamptz,
  closed_by uuid references staff,
  counted_amount bigint check (counted_amount >= 0),
  close_reason text,
  unique (network_id, id),
  check (expected_amount >= 0),
  check ((closed_at is null) = (counted_amount is null) and (closed_at is null) = (closed_by is null)),
  -- A difference is explained.
  check (counted_amount is null or counted_amount = expected_amount or close_reason is not null),
  foreign key (network_id, agency_id) references agency (network_id, id)
);
-- A member of the staff has one drawer at a time.
create unique index cash_drawer_open on cash_drawer (network_id, staff_id) where closed_at is null;
create index cash_drawer_by_time on cash_drawer (network_id, opened_at desc, id desc);

create function closed_drawer_stays() returns trigger language plpgsql as $$
begin
  raise exception 'cash drawer % is closed', old.id;
end $$;
create trigger closed_drawer_stays before update on cash_drawer
  for each row when (old.closed_at is not null) execute function closed_drawer_stays();

create table counter_sale (
  order_id uuid primary key,
  network_id text not null,
  agency_id text not null,
  staff_id uuid not null references staff,
  -- The form that sold it: sent twice, it is one sale.
  sale_key text not null,
  -- null: nothing was due.
  method text check (method in ('CASH', 'CARD', 'DEPOSIT')),
  drawer_id uuid,
  given_amount bigint,
  reference text,
  amount bigint not null check (amount >= 0),
  sold_at timestamptz not null,
  refunded_at timestamptz,
  refunded_by uuid references staff,
  refund_drawer_id uuid,
  refund_reference text,
  unique (network_id, staff_id, sale_key),
  check ((method is null) = (amount = 0)),
  check ((method is not null and method = 'CASH') = (drawer_id is not null)),
  check ((method is not null and method = 'CASH') = (given_amount is not null) and given_amount >= amount),
  check ((refunded_at is null) = (refunded_by is null)),
  check (refund_drawer_id is null or refunded_at is not null),
  foreign key (network_id, order_id) references orders (network_id, id),
  foreign key (network_id, agency_id) references agency (network_id, id),
  foreign key (network_id, drawer_id) references cash_drawer (network_id, id),
  foreign key (network_id, refund_drawer_id) references cash_drawer (network_id, id)
);
create index counter_sale_of_drawer on counter_sale (drawer_id) where drawer_id is not null;
create index counter_refund_of_drawer on counter_sale (refund_drawer_id) where refund_drawer_id is not null;
