-- A member of the staff whom the office invited, until they choose a password. The link's code is stored as its hash; a new invitation
-- replaces the previous one.
create table staff_invitation (
  staff_id uuid primary key references staff on delete cascade,
  code_hash text not null unique,
  -- Of the e-mail.
  language text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
