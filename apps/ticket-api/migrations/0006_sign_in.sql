-- Other ways to sign in, limited sessions, transport cards, deletion of accounts.

-- A sign-in under way at a provider: what its answer must fit, taken out when it comes back.
create table authorization_state (
  state_hash text primary key,
  network_id text not null references network on delete cascade,
  provider_id text not null,
  redirect_uri text not null,
  nonce text not null,
  code_verifier text,
  -- Asked to sign in again, by somebody who was signed in.
  reauthentication boolean not null default false,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index authorization_state_age on authorization_state (expires_at);

-- What a provider said of a person, kept until the token that stands for it is used, once.
create table provider_grant (
  token_hash text primary key,
  network_id text not null references network on delete cascade,
  provider_id text not null,
  subject text not null,
  person jsonb not null,
  -- The provider's own identity token, named at sign-out there.
  provider_id_token text,
  -- When the person proved there who they are, and whether they were asked to do it anew.
  authenticated_at timestamptz not null,
  reauthentication boolean not null default false,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index provider_grant_age on provider_grant (expires_at);

-- What the federation says of a person (the pivot identity) is kept as it came; the profile shows it read-only.
alter table identity add column person jsonb;
alter table identity add column synchronised_at timestamptz;
-- One way in of a kind for an account.
create unique index identity_of_account on identity (account_id, provider_id);

-- A traveller's own sign-in: the holder's e-mail and a password of their own. It shares the login's salt, so that one
-- reckoning compares a password with all of them.
create table traveller_login (
  traveller_id uuid primary key references traveller on delete cascade,
  network_id text not null,
  login_id text not null references login on delete cascade,
  password_hash text not null,
  tokens_valid_since timestamptz not null,
  created_at timestamptz not null,
  foreign key (network_id, traveller_id) references traveller (network_id, id) on delete cascade
);
create index traveller_login_login on traveller_login (login_id);
-- For whom a sign-in was: null the holder's, else the travellers whose password it was.
alter table login_refresh_token add column traveller_ids uuid[];
-- A sign-in has a name that its sessions know: signing one out ends what would open it again.
alter table login_refresh_token add column id uuid not null default gen_random_uuid() unique;
alter table user_session add column sign_in_id uuid;

-- Who placed an order: null the holder, else a traveller with a sign-in of their own, who sees no other.
alter table orders add column placed_by uuid;
alter table orders add foreign key (network_id, placed_by) references traveller (network_id, id)
  on delete set null (placed_by);
create index orders_placed_by on orders (placed_by) where placed_by is not null;

-- Transport cards. The register of an operator's cards stands here before anybody links one.
create table transport_card (
  id uuid primary key,
  network_id text not null references network on delete cascade,
  provider_id text not null default 'network',
  number text not null,
  first_name text not null default '',
  last_name text not null default '',
  birth_date date not null,
  -- null: the register knows the card and not yet what it is good for.
  status text default 'active' check (status in ('active', 'blocked', 'replaced', 'expired')),
  incident text check (incident in ('lost', 'stolen', 'defective')),
  replaced_by uuid references transport_card,
  account_id uuid,
  traveller_id uuid,
  linked_at timestamptz,
  expires_at timestamptz,
  created_at timestamptz not null,
  unique (network_id, id),
  unique (network_id, number),
  check ((account_id is null) = (linked_at is null)),
  check (traveller_id is null or account_id is not null),
  check (status is distinct from 'blocked' or incident is not null),
  foreign key (network_id, account_id) references account (network_id, id),
  foreign key (network_id, traveller_id) references traveller (network_id, id)
);
create index transport_card_account on transport_card (account_id, linked_at) where account_id is not null;

-- What a search for a card found, for whoever holds the token: once, for a few minutes.
create table card_sign_in (
  token_hash text primary key,
  network_id text not null references network on delete cascade,
  card_id uuid not null references transport_card on delete cascade,
  expires_at timestamptz not null
);
create index card_sign_in_age on card_sign_in (expires_at);

-- A session has a name that its owner may see, and may be limited to one card.
alter table user_session add column id uuid not null default gen_random_uuid() unique;
alter table user_session add column card_id uuid references transport_card on delete cascade;
-- The browser as its owner would recognise it, and where the provider is told that it ended.
alter table user_session add column provider_id_token text;
alter table user_session add column reauthenticated_at timestamptz;

-- Deletion is asked for, may be taken back, and is done when its day comes.
alter table account add column deletion_requested_at timestamptz;
alter table account add column erases_at timestamptz;
alter table account add constraint account_deletion_has_its_day check ((deletion_requested_at is null) = (erases_at is null));

-- Orders lose the person; invoices stay as the law asks, unchanged, in an archive.
alter table orders alter column account_id drop not null;
alter table orders alter column customer drop not null;
alter table orders add column erased_at timestamptz;
alter table orders add constraint orders_have_an_account check ((account_id is null) = (erased_at is not null));
alter table ticket alter column account_id drop not null;
alter table invoice add column archived_at timestamptz;
alter table voucher_use alter column account_id drop not null;
create index invoice_archive on invoice (year) where archived_at is not null;
create index account_guest on account (created_at) where guest;
-- Letters to somebody who has no account (yet).
create index mail_nobody on mail (network_id, recipient) where account_id is null;

-- A code that deletes belongs to whoever reads the address, with or without a sign-in of ours.
alter table email_code alter column login_id drop not null;
alter table email_code add constraint email_code_opens_something check ((login_id is null) = (action = 'LEGACY_ACCOUNT_ANONYMIZATION'));
create index email_code_address on email_code (network_id, email) where login_id is null;
