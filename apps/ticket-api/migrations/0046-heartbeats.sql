-- One row for each running Ticket API process: what it holds is free when it was not seen for two seconds, or its row is gone.
create table heartbeat (
  id uuid primary key,
  started_at timestamptz not null,
  seen_at timestamptz not null
);

-- Null: held by nobody who writes a heartbeat, and free when the lease is over.
alter table idempotency add column held_by uuid;
alter table due_work add column held_by uuid;

-- Ends a transaction whose claim somebody else has taken over meanwhile, and keeps it from being taken until the commit.
create function claim_stands(of_client text, of_user text, of_call text, of_key text, holder uuid) returns void
language plpgsql as $$
begin
  perform from idempotency
    where client_id = of_client and user_key = of_user and call = of_call and key = of_key
      and held_by = holder and answer is null
    for share;
  if not found then
    raise exception 'The claim was taken over' using errcode = 'GC001';
  end if;
end $$;
