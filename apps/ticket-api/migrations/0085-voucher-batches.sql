-- Vouchers that the staff create in batches: their codes share terms, and are no part of the network's pack.
create table voucher_batch (
  id uuid primary key,
  network_id text not null references network on delete cascade,
  name text not null check (name <> ''),
  -- As a voucher of a pack, without its code.
  terms jsonb not null,
  -- The days as they were entered; the instants of the terms follow from the network's time zone.
  valid_from date not null,
  valid_until date not null check (valid_until >= valid_from),
  currency text not null,
  created_by uuid references staff,
  created_at timestamptz not null,
  blocked_at timestamptz
);
create index voucher_batch_by_time on voucher_batch (network_id, created_at desc, id desc);
alter table voucher add column batch_id uuid references voucher_batch on delete cascade,
  add column blocked_at timestamptz,
  add check (batch_id is null or compensation_id is null),
  -- A voucher of a pack is switched off there.
  add check (blocked_at is null or batch_id is not null);
create index voucher_of_batch on voucher (batch_id, code collate "C") where batch_id is not null;
