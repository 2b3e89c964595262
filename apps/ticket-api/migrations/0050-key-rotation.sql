-- A client's former key goes on holding for a while, so that its servers can change over one after the other.
alter table client
  add column previous_key text,
  add column previous_key_until timestamptz,
  add check ((previous_key is null) = (previous_key_until is null));

-- From when a key signs: it is published before, so that every process and every checker knows it by then.
alter table signing_key add column active_from timestamptz;
update signing_key set active_from = created_at;
alter table signing_key alter column active_from set not null;
