-- The second factor of somebody of the staff: a secret that an app reckons codes from (TOTP, RFC 6238).
create table staff_second_factor (
  staff_id uuid primary key references staff on delete cascade,
  -- Encrypted: the key is derived from the installation's secret that its beginning names.
  sealed_secret text not null,
  -- The time step of the newest code that was taken: no code is taken twice.
  last_step bigint not null,
  created_at timestamptz not null
);

-- Codes on paper, each good once.
create table staff_recovery_code (
  staff_id uuid not null references staff_second_factor on delete cascade,
  code_hash text not null,
  used_at timestamptz,
  primary key (staff_id, code_hash)
);

alter table staff_session
  -- When the second factor was given; null: not in this session.
  add column second_factor_at timestamptz,
  -- A secret that is being set up in this session, encrypted.
  add column pending_secret text,
  add column pending_since timestamptz,
  add check ((pending_secret is null) = (pending_since is null));
