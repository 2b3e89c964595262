-- Tacit subscriptions: what renews by itself, and the periods that were ordered of each.

-- The subscription that an order begins or renews. The first order is placed before its subscription begins.
alter table orders add column subscription_id uuid;

create table subscription (
  id uuid primary key,
  network_id text not null,
  account_id uuid not null,
  traveller_id uuid not null,
  status text not null check (status in ('pending', 'active', 'suspended', 'cancelled', 'terminated')),
  shop_item_id text not null,
  product_id text not null,
  renewal_interval text not null check (renewal_interval in ('P7D', 'P14D', 'P1M', 'P6M', 'P1Y')),
  method text not null check (method in ('CARD', 'TRANSFER')),
  payment_method_id uuid references payment_method,
  mandate_id uuid references mandate,
  -- The day from which all periods are reckoned.
  anchor_on date not null,
  -- What is paid, the end exclusive.
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- The period that was looked at and announced, with what a piece will cost.
  announced_position integer,
  announced_amount integer,
  announced_at timestamptz,
  -- The kept card whose end the customer was told of.
  warned_method_id uuid,
  block_reason text check (block_reason in ('DEBIT_REFUSED', 'PAYMENT_METHOD_EXPIRED', 'PAYMENT_METHOD_MISSING')),
  suspended_at timestamptz,
  end_reason text check (end_reason in ('CUSTOMER', 'UNPAID', 'ARTICLE_WITHDRAWN', 'TRAVELLER_NOT_ELIGIBLE', 'DOCUMENT_MISSING')),
  created_at timestamptz not null,
  cancelled_at timestamptz,
  terminated_at timestamptz,
  unique (network_id, id),
  check (ends_at > starts_at),
  check ((status = 'suspended') = (suspended_at is not null)),
  check ((status = 'suspended') = (block_reason is not null)),
  check ((status = 'terminated') = (terminated_at is not null)),
  check ((status in ('cancelled', 'terminated')) >= (end_reason is not null)),
  foreign key (network_id, account_id) references account (network_id, id)
);
create index subscription_account on subscription (account_id);
create index subscription_method on subscription (payment_method_id) where status <> 'terminated';

-- One order for each period: written twice, it fails.
create table subscription_period (
  subscription_id uuid not null references subscription on delete cascade,
  position integer not null check (position >= 1),
  network_id text not null,
  order_id uuid not null unique,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- How often its charge was tried and refused.
  tries integer not null default 0,
  refused_at timestamptz,
  primary key (subscription_id, position),
  check (ends_at > starts_at),
  foreign key (network_id, order_id) references orders (network_id, id)
);
