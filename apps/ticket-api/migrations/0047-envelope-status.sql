-- The top-level `status` of an answer is the envelope's alone (§7). Answers that are kept for repetitions of their request are
-- rewritten to the shape that the calls have now.
update idempotency
set answer = answer || jsonb_build_object('status', 'ok', 'orderStatus', answer -> 'status')
where http_status = 200 and call in ('/Order/placeOrder.json', '/Order/create.json') and answer ->> 'status' not in ('ok', 'ko');
