-- Drafts of the catalogue: changes to its items that are published together, and the published ones as its history.
create table catalogue_draft (
  id uuid primary key,
  network_id text not null references network,
  name text not null,
  status text not null check (status in ('open', 'awaiting', 'scheduled', 'published', 'discarded')),
  version integer not null default 1 check (version > 0),
  created_by uuid not null references staff,
  created_at timestamptz not null,
  requested_by uuid references staff,
  requested_at timestamptz,
  publish_at timestamptz,
  decided_by uuid references staff,
  decided_at timestamptz,
  published_at timestamptz,
  -- The last scheduled publication that failed, until the draft is changed.
  failed_at timestamptz,
  -- The sequence of the items before its publication, by kind, where that withdrew some: taking it back restores their places.
  sequences jsonb,
  -- The published draft whose changes it takes back.
  reverts uuid references catalogue_draft,
  unique (network_id, id),
  check ((status in ('awaiting', 'scheduled')) <= (requested_by is not null)),
  check ((status = 'scheduled') <= (publish_at is not null)),
  check ((status = 'published') = (published_at is not null)),
  -- The second member of the staff is another one.
  check (decided_by is null or decided_by <> requested_by)
);
create index catalogue_draft_listed on catalogue_draft (network_id, created_at desc, id desc);

-- What a draft changes of one item. Before its publication `before` is the live item as its author saw it, afterwards as it was.
create table catalogue_draft_change (
  network_id text not null,
  draft_id uuid not null,
  kind text not null check (kind in ('article', 'category', 'group', 'tariff', 'document-type', 'status', 'order')),
  -- Of an order: the kind of the items.
  item_id text not null,
  -- null: the live catalogue had no such item.
  before jsonb,
  -- null: it is withdrawn.
  after jsonb,
  changed_by uuid not null references staff,
  changed_at timestamptz not null,
  primary key (draft_id, kind, item_id),
  check (before is not null or after is not null),
  foreign key (network_id, draft_id) references catalogue_draft (network_id, id)
);

-- Items that the office changed since the last import, which an import does not undo without being asked to.
create table catalogue_office_change (
  network_id text not null references network,
  kind text not null,
  item_id text not null,
  changed_at timestamptz not null,
  changed_by uuid not null references staff,
  primary key (network_id, kind, item_id)
);
