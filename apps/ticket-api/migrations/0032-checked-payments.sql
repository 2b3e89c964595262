-- Payments in the order in which they began, however the clock stood; answers of the provider or the bank that are not about
-- what was asked, and what a person must settle of them.

alter table payment add column sequence bigint;
update payment p set sequence = numbered.place
  from (select id, row_number() over (order by created_at, id) as place from payment) as numbered where numbered.id = p.id;
alter table payment alter column sequence set not null;
alter table payment alter column sequence add generated always as identity;
select setval(pg_get_serial_sequence('payment', 'sequence'), coalesce((select max(sequence) from payment), 0) + 1, false);
create unique index payment_in_sequence on payment (order_id, sequence);
drop index payment_order;

-- `mismatched`: the answer differs from what was asked. Nothing was issued, and nothing of it is ever counted as paid.
alter table payment drop constraint payment_status_check;
alter table payment add constraint payment_status_check
  check (status in ('begun', 'open', 'captured', 'refused', 'cancelled', 'refunded', 'mismatched'));
alter table card_registration drop constraint card_registration_status_check;
alter table card_registration add constraint card_registration_status_check
  check (status in ('begun', 'kept', 'ended', 'mismatched'));

-- What the provider or the bank did otherwise than our books say: reported by the audit until it is settled, by a refund of
-- exactly what was taken or by a person.
create table payment_discrepancy (
  id uuid primary key,
  network_id text not null references network on delete cascade,
  kind text not null check (kind in ('answer', 'refund', 'outside-refund')),
  order_id uuid,
  payment_id uuid references payment,
  -- Of a card that was to be kept without a payment: no order bears it.
  registration_id uuid,
  provider_session text,
  -- Of a refund: by what the provider or we call it.
  reference text,
  -- The differences, or the refund that nobody asked for: what stands where, for a person.
  detail jsonb not null,
  -- What goes back by itself, because it is certain that it was taken.
  refund_amount bigint check (refund_amount > 0),
  refund_currency text,
  refunded_at timestamptz,
  found_at timestamptz not null,
  settled_at timestamptz,
  -- Who settled it and how, in words; null with `settled_at`: the refund did.
  settlement text,
  foreign key (network_id, order_id) references orders (network_id, id),
  check ((order_id is null) = (registration_id is not null)),
  check ((order_id is null) = (payment_id is null)),
  check ((refund_amount is null) = (refund_currency is null)),
  check (refunded_at is null or refund_amount is not null),
  check (settlement is null or settled_at is not null)
);
create index payment_discrepancy_open on payment_discrepancy (found_at) where settled_at is null;
create index payment_discrepancy_order on payment_discrepancy (order_id) where order_id is not null;
-- An answer is a discrepancy once.
create unique index payment_discrepancy_answer on payment_discrepancy (payment_id) where kind = 'answer';
create unique index payment_discrepancy_refund on payment_discrepancy (payment_id, reference) where reference is not null;
create unique index payment_discrepancy_registration on payment_discrepancy (registration_id) where registration_id is not null;
