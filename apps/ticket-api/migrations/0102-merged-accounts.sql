-- Accounts that were merged into another one of the same person: their numbers and links lead to the one that remains.
create table merged_account (
  -- The id of the account that is gone.
  id uuid primary key,
  network_id text not null references network on delete cascade,
  -- The account that remains.
  account_id uuid not null,
  customer_number text not null,
  email text not null,
  merged_at timestamptz not null,
  unique (network_id, customer_number),
  foreign key (network_id, account_id) references account (network_id, id)
);
create index merged_account_remaining on merged_account (account_id);
create index merged_account_email on merged_account (network_id, email) where email <> '';

-- A provider has a saved card under the id of the account that saved it, also after a merge. null: under that of its account.
alter table payment_method add column customer_id uuid check (customer_id is null or kind = 'CARD');
