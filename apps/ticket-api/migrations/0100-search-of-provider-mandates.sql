-- The office finds a mandate by the reference that a payment provider gave it, and that the debtor's bank shows.
create index mandate_provider_reference on mandate (network_id, provider_reference) where provider_reference is not null;
