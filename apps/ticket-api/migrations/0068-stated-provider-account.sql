-- The sandbox's own protocol is gone: nothing begins at `sandbox/main` any more, and an account is always stated. What is there keeps it,
-- as an account without keys. An older version that still runs writes the account itself.
alter table payment alter column provider_account drop default;
alter table payment_method alter column provider_account drop default;
alter table payment_discrepancy alter column provider_account drop default;
alter table card_registration alter column provider_account drop default;

-- What was stored before accounts had names.
update due_work set payload = payload || '{"providerAccount": "sandbox/main"}'
  where kind = 'card-removal' and not payload ? 'providerAccount';
update network set definition = definition || '{"payment": {"provider": "sandbox", "account": "main"}}'
  where not definition ? 'payment';
