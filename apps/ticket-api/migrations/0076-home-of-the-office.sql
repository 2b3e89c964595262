-- The home page of the office counts what waits for the staff. Each index has only the rows that wait, in the order of their age.
create index termination_request_open on termination_request (network_id, requested_at)
  where answered_at is not null and account_id is null and confirmed_at is null and refused_at is null;
create index order_refund_awaiting on order_refund (network_id, created_at) where status = 'awaiting';
create index refund_to_release on refund (network_id, created_at)
  where needs_release and released_at is null and given_at is null and returned_at is null;
create index refund_transfer_to_decide on refund_transfer (network_id, entered_at) where status in ('to-approve', 'to-confirm');
create index installment_unpaid on installment (network_id, collected_on) where status = 'unpaid';
create index dispute_open on dispute (network_id, opened_at) where state in ('inquiry', 'needs-response', 'under-review');
create index payment_unresolved on payment (network_id, created_at) where status in ('begun', 'open') and kind <> 'debit';
-- The same lines as before, with all that the counts need of them: the lines themselves contain whole articles.
drop index order_line_to_prepare;
create index order_line_to_prepare on order_line (network_id, order_id) include (support, process_status, card_work)
  where support in ('SHIPPING', 'COLLECT', 'PHYSICAL') and process_status <> 'PROCESSED';
create index due_work_given_up_by_network on due_work (network_id, given_up_at) where given_up_at is not null;

-- Its figures of some days: sales by the day of their completion, refunds by the day of their credit note, attempts to pay by the
-- day on which they began.
create index orders_sold on orders (network_id, completed_at) where completed_at is not null;
create index invoice_credited on invoice (network_id, issued_at) where series = 'credit-note';
create index payment_begun on payment (network_id, created_at);
-- The lines of an order with all that the figures need of them, as the index of the constraint that they have anyway.
alter table order_line drop constraint order_line_order_id_position_key,
  add constraint order_line_order_id_position_key unique (order_id, position)
    include (kind, shop_item_id, name, quantity, total_amount);
