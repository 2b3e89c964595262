-- Tickets that customers added to the wallet app of a phone, one row per ticket and wallet.
create table wallet_pass (
  ticket_id uuid not null references ticket,
  wallet text not null check (wallet in ('apple', 'google')),
  network_id text not null,
  language text not null,
  added_at timestamptz not null,
  -- Whole seconds, later with every change: devices compare it.
  changed_at timestamptz not null,
  -- Counts the changes of the ticket.
  changes integer not null default 0,
  primary key (ticket_id, wallet)
);

-- Devices that are notified of such changes.
create table wallet_pass_device (
  device_id text not null,
  ticket_id uuid not null references ticket,
  push_token text not null,
  registered_at timestamptz not null,
  primary key (device_id, ticket_id)
);
create index wallet_pass_device_of_ticket on wallet_pass_device (ticket_id);

-- Whatever changes what a pass shows plans the job that announces it, of a kind for each wallet. The database does not know the
-- installation's clock: the job is due since the pass was added, and records the instant of the change when it runs. Until then the
-- pass counts as changed a second later than before, so that a device that fetches it meanwhile gets it.
create function announce_wallet_pass() returns trigger language plpgsql as $$
begin
  with changed as (
    update wallet_pass set changes = changes + 1, changed_at = changed_at + interval '1 second' where ticket_id = new.id
      returning ticket_id, wallet, network_id, changes, added_at)
  insert into due_work (id, network_id, kind, key, payload, due_at, created_at)
    select gen_random_uuid(), network_id, 'wallet-pass-' || wallet, ticket_id || ':' || changes,
      jsonb_build_object('ticketId', ticket_id), added_at, added_at
    from changed;
  return null;
end $$;
create trigger announce_wallet_pass after update on ticket for each row
  when ((old.status, old.valid_from, old.valid_until, old.use_before, old.code, old.traveller)
    is distinct from (new.status, new.valid_from, new.valid_until, new.use_before, new.code, new.traveller))
  execute function announce_wallet_pass();
