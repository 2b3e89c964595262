-- A refund first reduces the installments that are still to be collected. What remains of one is its amount.
alter table installment add column dropped_amount integer not null default 0 check (dropped_amount >= 0);
-- Of the amount of a refund, by how much installments were reduced; the other part is paid back.
alter table order_refund add column dropped_amount integer not null default 0;
alter table order_refund add constraint order_refund_dropped check (dropped_amount between 0 and amount);
create table order_refund_installment (
  order_refund_id uuid not null references order_refund,
  position integer not null,
  dropped_amount integer not null check (dropped_amount > 0),
  -- What remained to be collected; 0: it was dropped.
  left_amount integer not null check (left_amount >= 0),
  primary key (order_refund_id, position)
);

-- A debit is paid back by credit transfer: after the debtor's right to have it returned, and once the staff released it.
alter table refund add column send_from date;
alter table refund add column needs_release boolean not null default false;
alter table refund add column released_at timestamptz;
alter table refund add column released_by uuid;
-- The bank returned the debit before: the transfer is not made.
alter table refund add column returned_at timestamptz;
alter table refund add constraint refund_made_or_returned check (given_at is null or returned_at is null);
alter table payment_discrepancy drop constraint payment_discrepancy_kind_check;
alter table payment_discrepancy add constraint payment_discrepancy_kind_check
  check (kind in ('answer', 'refund', 'outside-refund', 'returned-after-refund'));
