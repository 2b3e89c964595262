-- By what a parcel is followed at its carrier, when the staff know it: {"number", "url"}.
alter table orders add column tracking jsonb;

-- What the provider calls a card itself, however often it is kept: one card stands once in an account.
alter table payment_method add column fingerprint text check (fingerprint is null or kind = 'CARD');
create unique index payment_method_same_card on payment_method (network_id, account_id, fingerprint)
  where removed_at is null and fingerprint is not null;
