-- What validators say: when a card was loaded with a ticket, when that was told, and by which client of the Ticket API.
alter table ticket add column loaded_at timestamptz;
alter table ticket add column load_reported_at timestamptz;
alter table ticket add column load_reported_by text;
alter table ticket add constraint ticket_loaded_as_asked check (
  loaded_at is null or (load_asked_at is not null and load_reported_at is not null and load_reported_by is not null));
-- What waits to be loaded, for validators that ask: few of all the tickets that were ever on a card.
create index ticket_to_load on ticket (network_id, load_asked_at desc, id desc)
  where load_asked_at is not null and loaded_at is null and status in ('pending', 'active');

-- A line that is loaded on a card is under way until the card is loaded; so far it counted as done when it was asked for.
update order_line l set process_status = 'PROCESSING'
  where l.support = 'MEDIA' and l.process_status = 'PROCESSED' and exists (
    select from ticket t where t.order_line_id = l.id and t.status in ('pending', 'active', 'blocked'));
