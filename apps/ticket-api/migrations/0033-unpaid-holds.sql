-- What an order that waits for its payment keeps from others: a place in a slot, uses of a limited voucher. The row goes as soon as
-- nothing is kept any more: paid, refused, or its page closed. Orders that wait while this runs end within half an hour.
create table unpaid_hold (
  order_id uuid primary key,
  network_id text not null,
  account_id uuid not null,
  -- The client's address as limits count it (an IPv6 address by its /64).
  address text not null,
  agency_id text,
  vouchers text[] not null default '{}',
  taken_at timestamptz not null,
  foreign key (network_id, order_id) references orders (network_id, id),
  foreign key (network_id, account_id) references account (network_id, id)
);
create index unpaid_hold_account on unpaid_hold (network_id, account_id, taken_at);
create index unpaid_hold_address on unpaid_hold (network_id, address);
