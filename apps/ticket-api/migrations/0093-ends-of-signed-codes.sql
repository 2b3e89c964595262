-- Until when the longest code of a ticket runs that was signed before its validity was shortened: copies of that code are refused
-- between both ends. Null: it was never shortened.
alter table ticket add column signed_until timestamptz;
-- Until when the codes of those already shortened run is not stored: an ended period has at most a year left.
update ticket t set signed_until = t.valid_until + interval '1 year'
  where t.valid_until is not null
    and exists (select from order_event e where e.order_id = t.order_id and e.event = 'ended-early');
create index ticket_shortened on ticket (network_id, valid_until, id) where signed_until is not null;
