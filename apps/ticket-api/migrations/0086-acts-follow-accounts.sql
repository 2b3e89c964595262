-- A guest's purchases join the account of the same person: what the staff did and noted about them moves with the purchases.
-- Nothing else of an act changes, and one that names nobody any more names nobody again.
create or replace function staff_act_is_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE'
    and (new.id, new.act, new.thing, new.at) = (old.id, old.act, old.thing, old.at)
    and new.network_id is not distinct from old.network_id and new.staff_id is not distinct from old.staff_id
    and ((new.account_id is null and new.reason is null and new.changes is null)
      or (old.account_id is not null and new.account_id is not null
        and new.reason is not distinct from old.reason and new.changes is not distinct from old.changes)) then
    return new;
  end if;
  raise exception 'acts of the staff are kept as they were written';
end $$;
