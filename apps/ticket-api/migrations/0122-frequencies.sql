-- Repeated runs of a trip, as frequencies.txt of the feed states them; empty: it runs once, at the times of its calls.
alter table transit_trip add column headways jsonb not null default '[]';
-- The calls of a trip: deleting a feed of many trips would search all calls of the network for each of them.
create index transit_call_of_trip on transit_call (network_id, trip_id, position);
-- The reader of a feed has checked every call against its trips and stops: one reference to the feed, which deletes the calls, is enough.
alter table transit_call
  drop constraint transit_call_network_id_trip_id_fkey,
  drop constraint transit_call_network_id_stop_id_fkey,
  add foreign key (network_id) references transit_feed on delete cascade;
