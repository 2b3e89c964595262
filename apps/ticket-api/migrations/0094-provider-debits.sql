-- Direct debits that a network's payment provider collects instead of its bank (decision 180).
alter table mandate
  -- The account at the payment provider that collects under it; null: the bank does, by files.
  add column provider_account text,
  -- Once it is registered there: the provider's ids of the mandate, of the bank account and of its owner, and the reference that the debtor's
  -- bank shows.
  add column provider_mandate text,
  add column provider_method text,
  add column provider_customer text,
  add column provider_reference text,
  add constraint mandate_registered_whole check (num_nulls(provider_mandate, provider_method, provider_customer, provider_reference) in (0, 4)),
  add constraint mandate_registered_somewhere check (provider_mandate is null or provider_account is not null);
create index mandate_at_provider on mandate (provider_account, provider_mandate) where provider_mandate is not null;
-- Null: the file is for the bank.
alter table debit_file add column provider_account text;
