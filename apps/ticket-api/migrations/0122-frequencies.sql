-- Repeated runs of a trip, as frequencies.txt of the feed states them; empty: it runs once, at the times of its calls.
alter table transit_trip add column headways jsonb not null default '[]';
