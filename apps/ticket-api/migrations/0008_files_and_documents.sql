-- Files that customers send in: pictures of travellers, papers that prove a right.

-- In the database, so that a file and what it is for are written, saved and erased together (decision 066).
create table stored_file (
  id uuid primary key,
  network_id text not null,
  account_id uuid not null,
  content_type text not null check (content_type in ('application/pdf', 'image/jpeg', 'image/png')),
  content bytea not null,
  width integer,
  height integer,
  created_at timestamptz not null,
  unique (network_id, id),
  check ((content_type = 'application/pdf') = (width is null and height is null)),
  foreign key (network_id, account_id) references account (network_id, id)
);
create index stored_file_account on stored_file (account_id);
-- Pictures are packed already.
alter table stored_file alter column content set storage external;
alter table traveller add foreign key (network_id, picture_id) references stored_file (network_id, id);

create table document (
  id uuid primary key,
  network_id text not null,
  account_id uuid not null,
  traveller_id uuid not null,
  document_type_id text not null,
  -- Without a file: somebody trusted vouched for it.
  file_id uuid,
  file_name text,
  status text not null check (status in ('PENDING', 'VALIDATING', 'VALID', 'INVALID')),
  -- Why it was refused: one of the reasons that staff choose from, and words of theirs.
  reason text,
  remark text,
  -- Who vouches for it: provider, its reference, what it said.
  qualification jsonb,
  created_at timestamptz not null,
  starting_at timestamptz,
  expires_at timestamptz,
  decided_at timestamptz,
  replaced_by uuid references document,
  deleted_at timestamptz,
  reminded_at timestamptz,
  unique (network_id, id),
  check (file_id is not null or qualification is not null or deleted_at is not null),
  check ((status = 'INVALID') = (reason is not null)),
  foreign key (network_id, account_id) references account (network_id, id),
  foreign key (network_id, traveller_id) references traveller (network_id, id),
  foreign key (network_id, file_id) references stored_file (network_id, id)
);
create index document_traveller on document (traveller_id, document_type_id, created_at desc);
create index document_account on document (account_id, created_at desc, id);
create index document_ending on document (expires_at) where status = 'VALID' and reminded_at is null;

-- A request to have a traveller's documents checked for an article.
create table submission (
  id uuid primary key,
  network_id text not null,
  account_id uuid not null,
  traveller_id uuid not null,
  number text not null,
  shop_item_id text not null,
  status text not null check (status in ('pending', 'processing', 'accepted', 'refused', 'to complete', 'cancelled')),
  reason text,
  remark text,
  language text not null,
  created_at timestamptz not null,
  -- When the customer last changed it: staff take the oldest first.
  waiting_since timestamptz not null,
  expected_on date not null,
  unique (network_id, id),
  unique (network_id, number),
  foreign key (network_id, account_id) references account (network_id, id),
  foreign key (network_id, traveller_id) references traveller (network_id, id)
);
create index submission_account on submission (account_id, created_at desc, id);
create index submission_waiting on submission (network_id, waiting_since, id) where status in ('pending', 'processing');
-- One request at a time for a traveller and an article.
create unique index submission_one_open on submission (traveller_id, shop_item_id)
  where status in ('pending', 'processing', 'to complete');

create table submission_document (
  submission_id uuid not null references submission on delete cascade,
  document_id uuid not null references document,
  primary key (submission_id, document_id)
);
create index submission_of_document on submission_document (document_id);

-- What happened to a request, by whom.
create table submission_event (
  id bigint generated always as identity primary key,
  network_id text not null,
  submission_id uuid not null references submission on delete cascade,
  at timestamptz not null,
  event text not null,
  author text not null check (author in ('customer', 'staff', 'guichet')),
  staff_id uuid,
  reason text,
  remark text
);
create index submission_event_of on submission_event (submission_id, id);
