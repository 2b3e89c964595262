-- What a bank states, in files or to the staff, about an account whose payment provider states it in no answer (decision 192).

-- A movement of the operator's money: a payment or a refund that the bank settled, a chargeback, or one that it returned.
create table reported_movement (
  provider_account text not null,
  -- What the bank calls it.
  reference text not null,
  kind text not null check (kind in ('payment', 'refund', 'chargeback', 'chargeback-returned')),
  -- The reference of the payment at the provider: ours, or that of another shop of the account.
  payment text not null,
  -- The dispute of a chargeback, by the reference of its first one.
  dispute text,
  amount bigint not null check (amount > 0),
  -- What the bank charged for it; negative: a fee that it returned.
  fee bigint not null,
  currency text not null,
  made_on date not null,
  -- The credit to the bank account that contains it, by the bank's name, and its day.
  payout text,
  paid_on date,
  reported_at timestamptz not null,
  primary key (provider_account, reference),
  check ((payout is null) = (paid_on is null)),
  check ((dispute is not null) = (kind in ('chargeback', 'chargeback-returned')))
);
create index reported_movement_payout on reported_movement (provider_account, payout);
create index reported_movement_dispute on reported_movement (provider_account, dispute) where dispute is not null;
create index reported_movement_day on reported_movement (provider_account, made_on);
create index reported_movement_at on reported_movement (provider_account, reported_at);

-- A dispute of a payment of ours; its money is in the movements that name it.
create table reported_dispute (
  provider_account text not null,
  reference text not null,
  payment text not null,
  order_id uuid not null,
  reason text not null,
  -- As the file states it, or the staff chose it.
  reason_code text,
  opened_on date not null,
  -- When the staff recorded that the bank decided for the customer; null: it did not, or returned the money.
  lost_at timestamptz,
  primary key (provider_account, reference)
);
