-- Direct debits by bank files: the files for the bank and those from it, our instructions in them, and the bank's entries.
create table bank_file (
  id uuid primary key,
  direction text not null check (direction in ('outgoing', 'incoming')),
  -- debits: pain.008, transfers: pain.001, status: pain.002, statement: camt.053, notification: camt.054.
  kind text not null check (kind in ('debits', 'transfers', 'status', 'statement', 'notification')),
  message_id text not null,
  -- Name and account of the creditor; null for a file from the bank.
  creditor jsonb,
  collect_on date,
  -- SHA-256 of the content.
  digest text,
  -- Outgoing only, and only for some time: it names debtors.
  content text,
  created_at timestamptz not null,
  -- Written under its preliminary name; from here on it may have reached the bank.
  prepared_at timestamptz,
  handed_over_at timestamptz,
  check ((direction = 'outgoing') = (creditor is not null))
);
create unique index bank_file_message on bank_file (message_id) where direction = 'outgoing';
create unique index bank_file_digest on bank_file (digest) where direction = 'incoming';

create sequence bank_change;
create table bank_instruction (
  -- The payment, for a debit.
  id uuid primary key,
  bank_file_id uuid not null references bank_file,
  kind text not null check (kind in ('debit', 'transfer')),
  -- The block (PmtInf) of the file; null if it is not known.
  block text,
  order_id uuid not null,
  mandate_reference text,
  amount integer not null check (amount > 0),
  currency text not null,
  state text not null check (state in ('handed-over', 'accepted', 'rejected', 'settled', 'returned')),
  reason text,
  -- For a transfer: the debit that it refunds, and the key of the request.
  debit_id uuid references bank_instruction,
  request_key text,
  changed_at timestamptz not null,
  position bigint not null default nextval('bank_change'),
  check ((kind = 'transfer') = (debit_id is not null and request_key is not null))
);
create unique index bank_transfer_once on bank_instruction (debit_id, request_key) where kind = 'transfer';
create index bank_instruction_file on bank_instruction (bank_file_id);
create index bank_instruction_block on bank_instruction (block);
create index bank_instruction_position on bank_instruction (position) where kind = 'debit';
create index bank_instruction_mandate on bank_instruction (mandate_reference) where kind = 'debit';

-- What a file from the bank says about one transaction; only what concerns direct debits is stored.
create table bank_entry (
  id uuid primary key,
  bank_file_id uuid not null references bank_file,
  bank_instruction_id uuid references bank_instruction,
  says text not null check (says in ('accepted', 'rejected', 'settled', 'returned', 'other')),
  amount integer,
  currency text,
  end_to_end_id text,
  mandate_reference text,
  reason text,
  -- Why a person has to read it; null: everything was applied.
  attention text,
  resolved_at timestamptz,
  resolution text,
  created_at timestamptz not null,
  check ((resolved_at is null) = (resolution is null))
);
create index bank_entry_file on bank_entry (bank_file_id);
create index bank_entry_open on bank_entry (created_at, id) where attention is not null and resolved_at is null;
