-- Closed months (decision 182): the digest of each month's journal, chained to that of the month before.
create table month_closing (
  network_id text not null references network,
  month text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  -- The month before; null: this one was closed first.
  previous_month text,
  -- The instants between which it lies.
  from_at timestamptz not null,
  before_at timestamptz not null check (before_at > from_at),
  -- Time zone, currency and account numbers of the journal: a later change of the pack leaves it as it is.
  settings jsonb not null,
  entry_count integer not null,
  line_count integer not null,
  -- Sums in minor units: of the debits, of the documents, and of the movements of the ledger.
  debit_amount bigint not null,
  document_count integer not null,
  document_amount bigint not null,
  movement_count integer not null,
  movement_amount bigint not null,
  -- SHA-256 in hexadecimal digits.
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  chain text not null check (chain ~ '^[0-9a-f]{64}$'),
  difference_count integer not null check (difference_count >= 0),
  reason text,
  closed_by uuid not null references staff,
  closed_at timestamptz not null,
  primary key (network_id, month),
  -- One chain without branches.
  unique (network_id, previous_month),
  foreign key (network_id, previous_month) references month_closing (network_id, month),
  check (previous_month < month),
  -- Differences are explained.
  check (difference_count = 0 or reason is not null)
);
create unique index month_closing_first on month_closing (network_id) where previous_month is null;

create function closed_month_stays() returns trigger language plpgsql as $$
begin
  raise exception 'month % of % is closed', old.month, old.network_id;
end $$;
create trigger closed_month_stays before update or delete on month_closing
  for each row execute function closed_month_stays();

-- Both tables grow in the order of time: such an index finds a day without costing a sale anything.
create index ledger_entry_age on ledger_entry using brin (at);
create index invoice_age on invoice using brin (issued_at);
