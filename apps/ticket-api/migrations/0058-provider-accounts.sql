-- The account at a payment provider (`<provider>/<account>`) where a payment began, a card is saved, a card registration began. Everything
-- so far is at the only one there was; the default also covers rows that an older version writes while this one is installed. A debit
-- and a bank account have none.
alter table payment add column provider_account text default 'sandbox/main';
alter table payment_method add column provider_account text default 'sandbox/main';
alter table payment_discrepancy add column provider_account text default 'sandbox/main';
alter table card_registration add column provider_account text not null default 'sandbox/main';
