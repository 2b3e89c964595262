-- By what a parcel is followed at its carrier, when the staff know it: {"number", "url"}.
alter table orders add column tracking jsonb;
