-- Each legal text as it was published, in all its languages: the version of an instant is the last one published by then.
create table terms_version (
  network_id text not null references network,
  kind text not null check (kind in ('legal-notice', 'terms-of-use', 'privacy-policy')),
  number integer not null check (number > 0),
  published_at timestamptz not null,
  -- The day from which it is in force, as it says itself.
  updated_on date not null,
  texts jsonb not null,
  -- null: by an import.
  published_by uuid references staff,
  primary key (network_id, kind, number)
);

-- What was published before today was not recorded.
insert into terms_version (network_id, kind, number, published_at, updated_on, texts)
  select network_id, kind, 1, now(), max(updated_on), jsonb_object_agg(language, markdown) from terms group by network_id, kind;
