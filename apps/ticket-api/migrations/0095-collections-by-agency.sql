-- What was promised at an agency. On its own: while it is built, no order is written, but everything is read.
create index orders_collected_at on orders (network_id, (collect ->> 'siteId')) where collect is not null;
