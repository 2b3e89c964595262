-- What was agreed to when an order was placed: the legal texts by their dates, the buyer's majority, the renewals with interval and price
-- (consumer code L215-1, L221-14). Null: placed before this was kept, at a counter, or by a renewal.
alter table orders add column consents jsonb;
