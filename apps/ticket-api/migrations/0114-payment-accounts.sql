-- What is known of the connection of each account at a payment provider.
create table payment_account (
  provider_account text primary key,
  -- The last genuine webhook, and the last answer of the provider; both to the minute.
  webhook_at timestamptz,
  answered_at timestamptz,
  tested_at timestamptz,
  -- What the last test found: a list of kinds and details.
  faults jsonb,
  check ((tested_at is null) = (faults is null))
);
