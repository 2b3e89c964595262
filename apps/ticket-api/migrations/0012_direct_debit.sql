-- Direct debit: the files in which a network's debits are handed to its bank.
create table debit_file (
  id uuid primary key,
  network_id text not null references network on delete cascade,
  -- The day of the parts in it, and the day that the bank is asked to collect on: later when that day was missed.
  due_on date not null,
  collect_on date not null,
  -- As it was when the file was written: a repetition must not differ from the first.
  creditor jsonb not null,
  created_at timestamptz not null,
  submitted_at timestamptz
);
create index debit_file_waiting on debit_file (network_id, due_on) where submitted_at is null;
alter table payment add column debit_file_id uuid references debit_file;
create index payment_of_debit_file on payment (debit_file_id) where debit_file_id is not null;
create index installment_to_debit on installment (network_id, collected_on) where method = 'TRANSFER' and status = 'planned';
