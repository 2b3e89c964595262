-- Payouts of payment providers to the operator's bank account, as the provider reports them.
create table payout (
  provider_account text not null,
  -- What the provider calls it.
  reference text not null,
  state text not null check (state in ('pending', 'in-transit', 'paid', 'failed', 'cancelled')),
  -- Negative: the provider collects from the bank account.
  amount bigint not null,
  currency text not null,
  created_at timestamptz not null,
  arrives_on date not null,
  failure text,
  -- Whether the provider lists what it pays: not yet, yes, or never (a payout that was made by hand).
  itemised text not null check (itemised in ('later', 'listed', 'never')),
  -- When its entries were stored.
  entries_at timestamptz,
  -- When the provider was asked for this state: an answer to an earlier question changes nothing.
  read_at timestamptz not null,
  primary key (provider_account, reference)
);
create index payout_newest on payout (provider_account, created_at desc);

-- Movements of the balance at a payment provider: what a payment, a refund or a dispute brought, and what the provider charged for it.
create table settlement_entry (
  provider_account text not null,
  reference text not null,
  kind text not null check (kind in ('payment', 'refund', 'dispute', 'payout', 'payout-returned', 'other')),
  -- What it is about at the provider: a charge, a refund, a dispute or a payout.
  source text,
  -- Null: not about a payment of ours.
  payment_id uuid references payment on delete set null,
  -- Before and without the fee; negative: money that left.
  amount bigint not null,
  fee bigint not null,
  currency text not null,
  created_at timestamptz not null,
  available_at timestamptz not null,
  -- The payout that pays it, by the provider's name; null: none yet.
  payout text,
  -- Where the ledger has its money, and how often it moved it.
  side text not null default 'provider' check (side in ('provider', 'transit', 'bank')),
  moves integer not null default 0,
  primary key (provider_account, reference)
);
create index settlement_entry_payout on settlement_entry (provider_account, payout);
create index settlement_entry_payment on settlement_entry (payment_id);
create index settlement_entry_returned on settlement_entry (provider_account, source) where kind = 'payout-returned';

-- What was read again on request, and what that changed: a payout, or (null) everything of an account.
create table payout_reading (
  id bigint generated always as identity primary key,
  provider_account text not null,
  payout text,
  at timestamptz not null,
  reason text not null,
  before jsonb not null,
  after jsonb not null,
  foreign key (provider_account, payout) references payout (provider_account, reference)
);
