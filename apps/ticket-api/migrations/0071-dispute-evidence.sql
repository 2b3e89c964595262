-- Evidence about a dispute that the staff submit to the payment provider: once.
create table dispute_evidence (
  dispute_id uuid primary key references dispute on delete cascade,
  -- By which the provider recognises a repetition.
  reference uuid not null unique,
  state text not null check (state in ('sending', 'submitted', 'refused')),
  requested_by uuid not null,
  requested_at timestamptz not null,
  ended_at timestamptz,
  -- Why the provider refused it.
  refusal text,
  -- Exactly what is sent, so that a repetition sends the same; removed once it is submitted or refused.
  document bytea,
  fields jsonb,
  check ((state = 'sending') = (document is not null)),
  check ((state = 'sending') = (fields is not null)),
  check ((state = 'sending') = (ended_at is null))
);
