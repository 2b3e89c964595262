-- Compensation campaigns: the staff decide that tickets that were valid on some days, or validated on some lines, get an amount or a voucher.
create table compensation_campaign (
  id uuid primary key,
  network_id text not null references network,
  status text not null check (status in ('draft', 'awaiting', 'running', 'paused', 'finished', 'ended', 'refused')),
  name text not null,
  -- What customers read, by language.
  reasons jsonb not null,
  from_day date not null,
  to_day date not null,
  articles text[] not null,
  categories text[] not null,
  -- Where validations count; both empty: every day of validity counts.
  lines text[] not null,
  zones text[] not null,
  kind text not null check (kind in ('fixed', 'per-day', 'share', 'share-per-day', 'voucher')),
  amount integer check (amount > 0),
  percent integer check (percent between 1 and 100),
  currency text not null,
  voucher_until date,
  unpayable text not null check (unpayable in ('report', 'voucher')),
  drafted_by uuid not null references staff,
  drafted_at timestamptz not null,
  started_by uuid references staff,
  started_at timestamptz,
  decided_by uuid references staff,
  decided_at timestamptz,
  unique (network_id, id),
  check (from_day <= to_day),
  check ((kind in ('share', 'share-per-day')) = (percent is not null)),
  check ((kind in ('share', 'share-per-day')) = (amount is null)),
  check ((kind = 'voucher' or unpayable = 'voucher') = (voucher_until is not null)),
  check ((status = 'draft') <= (started_at is null)),
  check (decided_by is null or decided_by <> started_by)
);
create index compensation_campaign_network on compensation_campaign (network_id, drafted_at desc, id);

-- Codes that a campaign gives are not part of the network's pack. A compensation gives one.
alter table voucher add column compensation_id uuid unique;

-- What one ticket gets, frozen when the campaign starts. `amount` is the sum of what is refunded, given as a voucher, and not paid.
-- Its refund (order_refund) has the same id, so there is one.
create table compensation (
  id uuid primary key,
  network_id text not null,
  campaign_id uuid not null,
  ticket_id uuid not null references ticket,
  order_id uuid not null,
  article_id text not null,
  name text not null,
  days integer not null check (days > 0),
  amount integer not null check (amount > 0),
  currency text not null,
  status text not null check (status in ('pending', 'paid', 'failed', 'skipped', 'cancelled')),
  refunded_amount integer not null default 0 check (refunded_amount >= 0),
  voucher_amount integer not null default 0 check (voucher_amount >= 0),
  voucher_code text,
  problem text,
  -- Attempts that ended in an unexpected error.
  attempts integer not null default 0,
  done_at timestamptz,
  unique (campaign_id, ticket_id),
  foreign key (network_id, campaign_id) references compensation_campaign (network_id, id),
  foreign key (network_id, order_id) references orders (network_id, id),
  foreign key (network_id, voucher_code) references voucher (network_id, code),
  check (refunded_amount + voucher_amount <= amount),
  check ((status = 'paid') = (refunded_amount + voucher_amount = amount)),
  check (status in ('paid', 'failed') or refunded_amount + voucher_amount = 0),
  check ((voucher_amount > 0) = (voucher_code is not null)),
  check ((status = 'pending') = (done_at is null))
);
create unique index compensation_voucher on compensation (network_id, voucher_code) where voucher_code is not null;
create index compensation_pending on compensation (campaign_id, attempts, id) where status = 'pending';
create index compensation_ticket on compensation (ticket_id);
create index compensation_order on compensation (order_id);
