-- Counts the changes of a campaign's draft, so that nobody overwrites or starts what they have not seen.
alter table compensation_campaign add column version integer not null default 1 check (version > 0);
