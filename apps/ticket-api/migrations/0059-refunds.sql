-- Refunds of orders: tickets given back by their customer, and refunds by the staff. An order can have several, each with a credit note.
create table order_refund (
  id uuid primary key,
  network_id text not null,
  order_id uuid not null,
  scope text not null check (scope in ('order', 'tickets', 'goodwill')),
  status text not null check (status in ('awaiting', 'approved', 'refused')),
  -- 0: an order that nothing was paid for is cancelled.
  amount integer not null check (amount > 0 or (amount = 0 and scope = 'order')),
  currency text not null,
  -- By the staff: who asked, and why.
  staff_id uuid,
  reason text,
  decided_by uuid,
  created_at timestamptz not null,
  decided_at timestamptz,
  foreign key (network_id, order_id) references orders (network_id, id),
  check (decided_by is null or decided_by <> staff_id)
);
create index order_refund_order on order_refund (order_id);
create index order_refund_network on order_refund (network_id, created_at desc, id);
-- The tickets that are given back.
create table order_refund_ticket (
  order_refund_id uuid not null references order_refund,
  ticket_id uuid not null references ticket,
  amount integer not null check (amount >= 0),
  primary key (order_refund_id, ticket_id)
);
create index order_refund_ticket_ticket on order_refund_ticket (ticket_id);

-- One payment can be refunded in several parts.
alter table refund add column order_refund_id uuid references order_refund;
alter table refund drop constraint refund_payment_id_key;
create index refund_payment on refund (payment_id);
create unique index refund_once on refund (payment_id) where order_refund_id is null;
create unique index refund_of_order_refund on refund (order_refund_id, payment_id);

-- One credit note for each refund; one for an order that is cancelled or ends early.
alter table invoice add column order_refund_id uuid references order_refund;
alter table invoice drop constraint invoice_order_id_series_key;
create unique index invoice_once on invoice (order_id, series) where order_refund_id is null;
create unique index invoice_of_refund on invoice (order_refund_id) where order_refund_id is not null;
create index invoice_order on invoice (order_id);
