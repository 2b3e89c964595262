-- What a mandate covers stands with it: the payments of one order, or those of one subscription with its renewals.

alter table mandate
  add column covers text not null default 'ORDER' check (covers in ('ORDER', 'SUBSCRIPTION')),
  -- The one order whose payments it covers.
  add column order_id uuid,
  -- The subscription whose periods it covers.
  add column subscription_id uuid;
-- Every mandate so far says "the payments of this order only", whatever it was used for.
update mandate set order_id = (evidence ->> 'orderId')::uuid where evidence ->> 'orderId' is not null;
alter table mandate add constraint mandate_covers_one check ((covers = 'SUBSCRIPTION') = (subscription_id is not null)
    and (covers = 'ORDER') >= (order_id is not null));

-- A renewal without a mandate that covers it waits for one.
alter table subscription drop constraint subscription_block_reason_check,
  add constraint subscription_block_reason_check check (block_reason in
    ('DEBIT_REFUSED', 'PAYMENT_METHOD_EXPIRED', 'PAYMENT_METHOD_MISSING', 'MANDATE_REQUIRED'));
-- The period for which the customer was asked to sign a mandate.
alter table subscription add column mandate_asked_position integer;
-- Whoever pays a subscription by a mandate for one order is asked for another: somebody looks after each now.
insert into due_work (id, network_id, kind, key, payload, due_at, created_at)
  select gen_random_uuid(), network_id, 'subscription', id || ':mandate', jsonb_build_object('subscriptionId', id), now(), now()
  from subscription where method = 'TRANSFER' and status in ('pending', 'active');
