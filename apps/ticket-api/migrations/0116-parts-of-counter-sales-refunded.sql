-- Parts of a counter sale that were paid back there: each is a refund of the order, and comes out of a drawer or has a slip.
create table counter_refund (
  id uuid primary key references order_refund,
  network_id text not null,
  order_id uuid not null references counter_sale,
  staff_id uuid not null references staff,
  drawer_id uuid,
  reference text,
  -- Minor units.
  amount bigint not null check (amount > 0),
  refunded_at timestamptz not null,
  check ((drawer_id is null) <> (reference is null)),
  foreign key (network_id, order_id) references orders (network_id, id),
  foreign key (network_id, drawer_id) references cash_drawer (network_id, id)
);
create index counter_refund_of_sale on counter_refund (order_id);
create index counter_refund_part_of_drawer on counter_refund (drawer_id) where drawer_id is not null;

-- Lines without a ticket that were given back, each once and as a whole.
create table counter_refund_line (
  line_id uuid primary key references order_line,
  counter_refund_id uuid not null references counter_refund
);
create index counter_refund_line_of on counter_refund_line (counter_refund_id);
