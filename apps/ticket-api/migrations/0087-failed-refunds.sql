-- Refunds that a provider accepted and that failed later. What was booked is booked back once, also when the failure is known first.
create table failed_refund (
  provider_account text not null,
  -- The provider's id of the refund.
  provider_refund text not null,
  payment_id uuid not null references payment,
  -- The reference of its request, or the provider's own.
  reference text not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  -- The provider's code for the failure.
  code text not null,
  found_at timestamptz not null,
  -- The refund that the customer is still owed, once it was booked back.
  refund_id uuid references refund,
  primary key (provider_account, provider_refund)
);
create index failed_refund_payment on failed_refund (payment_id);
create index failed_refund_refund on failed_refund (refund_id) where refund_id is not null;

alter table payment_discrepancy drop constraint payment_discrepancy_kind_check;
alter table payment_discrepancy add constraint payment_discrepancy_kind_check
  check (kind in ('answer', 'refund', 'outside-refund', 'returned-after-refund', 'failed-refund'));
-- A refund may first be reported as made elsewhere, and then as failed.
drop index payment_discrepancy_refund;
create unique index payment_discrepancy_refund on payment_discrepancy (payment_id, reference, (kind = 'failed-refund'))
  where reference is not null;
