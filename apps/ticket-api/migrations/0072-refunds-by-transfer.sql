-- A card can refuse its refund for good. Then the customer enters a bank account, the staff approve it, and the money goes there.
create table refund_transfer (
  refund_id uuid primary key references refund,
  network_id text not null,
  order_id uuid not null,
  status text not null check (status in ('needs-account', 'to-approve', 'to-confirm', 'approved', 'transferring', 'transferred', 'made-at-card')),
  -- Who refused the money or the account last, and its code or reason.
  cause text not null check (cause in ('card', 'bank', 'staff')),
  problem text,
  -- Each rejection by the bank begins the next attempt, with a key of its own at the bank.
  attempt integer not null default 1,
  requested_at timestamptz not null,
  holder text,
  iban text,
  entered_at timestamptz,
  approved_by uuid references staff,
  approved_at timestamptz,
  confirmed_by uuid references staff,
  confirmed_at timestamptz,
  transferred_at timestamptz,
  foreign key (network_id, order_id) references orders (network_id, id),
  check ((holder is null) = (iban is null)),
  check (status not in ('to-approve', 'to-confirm', 'approved', 'transferring') or iban is not null),
  check (status not in ('approved', 'transferring', 'transferred') or approved_by is not null),
  check (confirmed_by <> approved_by)
);
create index refund_transfer_network on refund_transfer (network_id, requested_at desc, refund_id);
create index refund_transfer_order on refund_transfer (order_id);

-- A credit transfer that refunds no debit has a key only.
alter table bank_instruction drop constraint bank_instruction_check;
alter table bank_instruction add constraint bank_instruction_transfer
  check ((kind = 'transfer') = (request_key is not null) and (debit_id is null or kind = 'transfer'));
create unique index bank_transfer_of_key on bank_instruction (request_key) where kind = 'transfer' and debit_id is null;
create index bank_transfer_position on bank_instruction (position) where kind = 'transfer' and debit_id is null;
