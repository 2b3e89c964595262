-- Sessions at a payment provider that has neither idempotency keys nor events (decision 142): what was asked for, what may be captured, and
-- when it was last read. `position` grows with each change that was seen; `digest` is what was seen.
create table provider_session (
  provider_account text not null,
  reference text not null,
  number bigint generated always as identity,
  order_id text not null,
  kind text not null check (kind in ('page', 'save', 'charge')),
  amount integer not null check (amount >= 0),
  currency text not null,
  method text,
  is_manual boolean not null,
  ends_at timestamptz,
  created_at timestamptz not null,
  -- The page at the provider, once it is known.
  page_id text,
  page_url text,
  -- Since when the provider may know the session.
  sent_at timestamptz,
  -- The only transaction that may be captured; never after the session was closed without one.
  transaction_id text,
  captured_amount integer,
  closed_at timestamptz,
  -- Another request about this session is under way until then at the latest.
  busy_until timestamptz,
  read_at timestamptz,
  digest text,
  position bigint not null,
  primary key (provider_account, reference)
);
create sequence provider_session_position owned by provider_session.position;
create index provider_session_changes on provider_session (provider_account, position);
create index provider_session_orders on provider_session (order_id);
create index provider_session_numbers on provider_session (provider_account, number);

-- Refunds of such a session. Before the remittance to the bank an amount is lowered (`reduction`), after it a transaction credits the card.
create table provider_refund (
  provider_account text not null,
  session text not null,
  reference text not null,
  amount integer not null check (amount > 0),
  kind text not null check (kind in ('reduction', 'credit')),
  sent_at timestamptz not null,
  done_at timestamptz,
  transaction_id text,
  primary key (provider_account, session, reference),
  foreign key (provider_account, session) references provider_session (provider_account, reference)
);
