-- What a network pack brings. Definitions are the pack's own shapes, checked at import.

create table category (
  network_id text not null references network on delete cascade,
  id text not null,
  position integer not null,
  definition jsonb not null,
  primary key (network_id, id)
);

create table catalogue_list (
  network_id text not null references network on delete cascade,
  kind text not null check (kind in ('tariffs', 'documentTypes', 'statuses')),
  definition jsonb not null,
  primary key (network_id, kind)
);

create table article (
  network_id text not null references network on delete cascade,
  id text not null,
  position integer not null,
  definition jsonb not null,
  withdrawn_at timestamptz,
  primary key (network_id, id)
);

create table agency (
  network_id text not null references network on delete cascade,
  id text not null,
  definition jsonb not null,
  withdrawn_at timestamptz,
  primary key (network_id, id)
);

create table voucher (
  network_id text not null references network on delete cascade,
  code text not null,
  definition jsonb not null,
  use_limit integer,
  uses integer not null default 0 check (uses >= 0),
  withdrawn_at timestamptz,
  primary key (network_id, code),
  check (use_limit is null or uses <= use_limit)
);

create table terms (
  network_id text not null references network on delete cascade,
  kind text not null check (kind in ('legal-notice', 'terms-of-use', 'privacy-policy')),
  language text not null,
  markdown text not null,
  updated_on date not null,
  primary key (network_id, kind, language)
);
