-- Disputes of payments (chargebacks), as the payment provider reports them.
create table dispute (
  id uuid primary key,
  network_id text not null references network on delete cascade,
  order_id uuid not null,
  payment_id uuid not null references payment,
  provider_account text not null,
  -- What the provider calls it.
  reference text not null,
  state text not null check (state in ('inquiry', 'needs-response', 'under-review', 'won', 'lost', 'closed')),
  reason text not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  opened_at timestamptz not null,
  evidence_due_at timestamptz,
  -- When the provider was asked for this state: an answer to an earlier question changes nothing.
  read_at timestamptz not null,
  decided_at timestamptz,
  -- What became of the tickets of the order.
  tickets text not null default 'usable' check (tickets in ('usable', 'suspended', 'cancelled')),
  unique (provider_account, reference),
  foreign key (network_id, order_id) references orders (network_id, id)
);
create index dispute_order on dispute (order_id);
create index dispute_payment on dispute (payment_id);
create index dispute_newest on dispute (network_id, opened_at desc, id desc);

alter table ticket drop constraint ticket_blocked_for_check;
alter table ticket add constraint ticket_blocked_for_check
  check (blocked_for <@ array['incident', 'unpaid', 'staff', 'disputed']::text[]);
