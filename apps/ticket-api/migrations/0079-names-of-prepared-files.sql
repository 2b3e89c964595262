-- The preliminary name of a prepared file. Each process writes under a name of its own, and the one that is stored here is renamed.
-- Null: the file was prepared by an earlier version, under its final name with `.part`.
alter table bank_file add column prepared_as text;
