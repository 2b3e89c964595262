-- A customer requests a refund for a reason that needs evidence; the staff examine it and decide.
create table refund_request (
  id uuid primary key,
  network_id text not null,
  account_id uuid not null,
  order_id uuid not null,
  ticket_id uuid not null references ticket,
  -- The reason's id in the policy of the purchase, which the order line keeps.
  reason_id text not null,
  status text not null check (status in ('pending', 'confirming', 'accepted', 'refused', 'withdrawn', 'closed')),
  requested_at timestamptz not null,
  expected_on date not null,
  decided_at timestamptz,
  decided_by uuid references staff,
  -- Why it was refused, as the customer reads it.
  remark text,
  -- The refund that accepting it made, or that waits for a second person.
  order_refund_id uuid references order_refund,
  foreign key (network_id, order_id) references orders (network_id, id),
  foreign key (network_id, account_id) references account (network_id, id),
  check (status not in ('confirming', 'accepted') or order_refund_id is not null),
  check (status <> 'refused' or remark is not null)
);
create unique index refund_request_open on refund_request (ticket_id) where status in ('pending', 'confirming');
create index refund_request_waiting on refund_request (network_id, requested_at, id) where status = 'pending';
create index refund_request_network on refund_request (network_id, requested_at desc, id);
create index refund_request_order on refund_request (order_id);
create index refund_request_account on refund_request (account_id);
create index refund_request_refund on refund_request (order_refund_id) where order_refund_id is not null;

-- The evidence: files as for supporting documents.
create table refund_request_file (
  file_id uuid primary key references stored_file,
  request_id uuid not null references refund_request on delete cascade,
  file_name text not null,
  added_at timestamptz not null
);
create index refund_request_file_of on refund_request_file (request_id, added_at);
