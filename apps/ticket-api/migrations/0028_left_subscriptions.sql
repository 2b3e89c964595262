-- A subscription whose notice did not leave in time may be left during its period (L215-1): what was paid for the days after goes back.

alter table subscription_period
  -- When the notice of this renewal left; null: it never did, or none was owed.
  add column noticed_at timestamptz,
  -- The last day of a period that its customer left before its end.
  add column left_on date;
update subscription_period p set noticed_at = m.sent_at from mail m
  where m.message_id = '<subscription-renewal-' || p.subscription_id || '-' || p.position || '@' || p.network_id || '.guichet>';

-- A part of a payment that goes back, once: asked of the provider or the bank by this row's id.
create table refund (
  id uuid primary key,
  network_id text not null,
  order_id uuid not null,
  payment_id uuid not null unique references payment,
  amount integer not null check (amount > 0),
  currency text not null,
  created_at timestamptz not null,
  given_at timestamptz,
  foreign key (network_id, order_id) references orders (network_id, id)
);
create index refund_order on refund (order_id);

-- What stands on a transport card is not renewed for one that cannot bear it.
alter table subscription drop constraint subscription_end_reason_check,
  add constraint subscription_end_reason_check check (end_reason in
    ('CUSTOMER', 'UNPAID', 'ARTICLE_WITHDRAWN', 'TRAVELLER_NOT_ELIGIBLE', 'DOCUMENT_MISSING', 'CARD_UNUSABLE'));
