-- Orders by direct debit whose tickets depend on the settlement of their first debit, as their network chose at the signature.
create table settlement_hold (
  network_id text not null,
  order_id uuid primary key,
  -- The day on which the tickets are suspended unless the debit is settled; null: they are not usable before.
  provisional_until date,
  -- Since when the tickets are not usable; it stays when they become usable.
  held_at timestamptz,
  -- When the first debit was settled, or its amount paid otherwise: from then on nothing is held.
  settled_at timestamptz,
  foreign key (network_id, order_id) references orders (network_id, id)
);

alter table ticket drop constraint ticket_blocked_for_check;
alter table ticket add constraint ticket_blocked_for_check
  check (blocked_for <@ array['incident', 'unpaid', 'staff', 'disputed', 'unsettled']::text[]);
