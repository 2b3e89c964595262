-- Who signs in, and whom tickets are for.

-- E-mail and password, as the identity toolkit keeps them.
create table login (
  id text primary key,
  network_id text not null references network on delete cascade,
  email text not null,
  password_hash text not null,
  email_verified_at timestamptz,
  display_name text,
  photo_url text,
  tokens_valid_since timestamptz not null,
  created_at timestamptz not null,
  last_sign_in_at timestamptz,
  unique (network_id, email),
  unique (network_id, id)
);

create table login_refresh_token (
  token_hash text primary key,
  network_id text not null references network on delete cascade,
  login_id text not null references login on delete cascade,
  created_at timestamptz not null
);
create index login_refresh_token_login on login_refresh_token (login_id);

-- One-time codes that travel by e-mail.
create table email_code (
  code_hash text primary key,
  network_id text not null references network on delete cascade,
  login_id text not null references login on delete cascade,
  action text not null check (action in ('LEGACY_PASSWORD_CHANGE', 'LEGACY_EMAIL_VERIFICATION', 'LEGACY_ACCOUNT_ANONYMIZATION', 'EMAIL_CHANGE')),
  email text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null
);
create index email_code_login on email_code (login_id, action, created_at);

create table account (
  id uuid primary key,
  network_id text not null references network on delete cascade,
  customer_number text not null,
  email text not null,
  contact_email text,
  guest boolean not null default false,
  theme text not null default 'system' check (theme in ('light', 'dark', 'system')),
  language text,
  created_at timestamptz not null,
  unique (network_id, customer_number),
  unique (network_id, id)
);
create index account_email on account (network_id, email);

create table identity (
  network_id text not null,
  account_id uuid not null,
  provider_id text not null,
  subject text not null,
  created_at timestamptz not null,
  primary key (network_id, provider_id, subject),
  foreign key (network_id, account_id) references account (network_id, id) on delete cascade
);
create index identity_account on identity (account_id);

-- The holder is a traveller too.
create table traveller (
  id uuid primary key,
  network_id text not null,
  account_id uuid not null,
  is_holder boolean not null,
  first_name text not null default '',
  last_name text not null default '',
  birth_date date,
  phone text,
  tariff_status text,
  address jsonb,
  picture_id uuid,
  deactivated_at timestamptz,
  created_at timestamptz not null,
  unique (network_id, id),
  foreign key (network_id, account_id) references account (network_id, id) on delete cascade
);
create unique index traveller_one_holder on traveller (account_id) where is_holder;
create index traveller_account on traveller (account_id, created_at);

create table user_session (
  token_hash text primary key,
  network_id text not null,
  account_id uuid not null,
  traveller_id uuid not null,
  client_id text not null references client on delete cascade,
  provider_id text not null,
  device text,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  foreign key (network_id, account_id) references account (network_id, id) on delete cascade,
  foreign key (network_id, traveller_id) references traveller (network_id, id) on delete cascade
);
create index user_session_account on user_session (account_id);
create index user_session_expiry on user_session (expires_at);

-- A browser that signed in to this account before (its own five tries).
create table known_device (
  token_hash text primary key,
  network_id text not null references network on delete cascade,
  login_id text not null references login on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
