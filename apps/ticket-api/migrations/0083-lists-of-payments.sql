-- The office lists installments and debits that are not collected, by state and day; the home page counts the unpaid ones.
create index installment_to_collect on installment (network_id, status, collected_on, order_id, position)
  where status in ('planned', 'begun', 'unpaid');
drop index installment_unpaid;
-- Its list of payment discrepancies.
create index payment_discrepancy_network on payment_discrepancy (network_id, found_at, id);
