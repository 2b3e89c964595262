-- What is bought and stays unpaid is suspended after a number of days, and good again once it is paid.

-- The day on which what an unpaid part paid for is suspended; kept when the part is paid, so that what came back is counted.
alter table installment add column suspends_on date;
-- Since when the tickets of an unpaid order are suspended.
alter table orders add column suspended_at timestamptz;

-- Why a ticket is blocked, every reason that still stands: its card's incident, an unpaid part, the staff.
alter table ticket add column blocked_for text[] not null default '{}'
    check (blocked_for <@ array['incident', 'unpaid', 'staff']::text[]),
  -- Since when it is refused although its code may still be shown: blocked, cancelled or given away.
  add column stopped_at timestamptz;
update ticket t set blocked_for = '{incident}', stopped_at = coalesce(
    (select max(i.declared_at) from card_incident i where i.card_id = t.card_id), t.issued_at)
  where status = 'blocked';
update ticket set stopped_at = issued_at where status in ('cancelled', 'transferred');
alter table ticket add constraint ticket_is_blocked_for_a_reason
  check (status <> 'blocked' or cardinality(blocked_for) > 0);
create index ticket_stopped on ticket (network_id, stopped_at, id) where stopped_at is not null;

-- Orders that are unpaid already: their customers are told until when to pay.
insert into due_work (id, network_id, kind, key, payload, due_at, created_at)
  select gen_random_uuid(), network_id, 'unpaid-suspension', id || ':notice', jsonb_build_object('orderId', id), now(), now()
  from orders where status = 'REGULARIZATION';
