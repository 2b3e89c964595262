-- What a purchase costs the database.

-- Whatever hangs on an order is checked by network and id. As long as a young installation has no statistics, every index that
-- begins with the network seems as good for that, though it finds all orders of the network: now one alone begins with it.
alter table orders drop constraint orders_network_id_number_key;
alter table orders add unique (number, network_id);
alter table orders drop constraint orders_network_id_client_id_account_id_idempotency_key_key;
alter table orders add unique (account_id, idempotency_key, client_id, network_id);

-- Letters may wait by the thousand: whoever looks for other work that is due does not walk past them.
create index due_work_letters on due_work (due_at, id) where kind = 'mail' and given_up_at is null;
create index due_work_others on due_work (due_at, id) where kind <> 'mail' and given_up_at is null;
drop index due_work_next;
