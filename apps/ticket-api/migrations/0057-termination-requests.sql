-- Terminations that were notified without a sign-in: what their sender typed, the contract that was found, and the receipt.
create table termination_request (
  id uuid primary key,
  network_id text not null references network on delete cascade,
  reference text not null,
  number text not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  contract text not null,
  end_on date,
  reason text,
  language text not null,
  requested_at timestamptz not null,
  -- When an e-mail was sent in answer to it.
  answered_at timestamptz,
  -- The account of the contract; null: none was found.
  account_id uuid,
  -- The contract, if the number named one; all contracts of the account otherwise.
  subscription_id uuid references subscription,
  code_hash text,
  expires_at timestamptz,
  confirmed_at timestamptz,
  effect text check (effect in ('REFUNDED', 'REST_REFUNDED', 'AT_END', 'AT_ONCE')),
  last_day date,
  refund_amount integer,
  refund_currency text,
  unique (network_id, reference),
  check ((code_hash is null) = (expires_at is null)),
  check (confirmed_at is null or (code_hash is not null and subscription_id is not null)),
  check ((confirmed_at is null) = (effect is null)),
  check ((confirmed_at is null) = (last_day is null)),
  check ((refund_amount is null) = (refund_currency is null)),
  foreign key (network_id, account_id) references account (network_id, id)
);
create unique index termination_request_code on termination_request (network_id, code_hash);
create index termination_request_account on termination_request (account_id);
create index termination_request_email on termination_request (network_id, email);
create index termination_request_subscription on termination_request (subscription_id);
create index termination_request_age on termination_request (requested_at);
