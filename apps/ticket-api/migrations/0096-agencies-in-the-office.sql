-- Agencies that the staff change in the office: a change of another version is refused, and an import does not undo what
-- the office changed since the last one.
alter table agency add column version integer not null default 1 check (version > 0);
alter table agency add column office_changed_at timestamptz;
alter table agency add column office_changed_by uuid references staff;
-- Who last changed it, before the next import.
alter table agency add check (office_changed_by is null or office_changed_at is not null);
