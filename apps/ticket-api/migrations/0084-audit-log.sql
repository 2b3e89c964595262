-- What an action of the staff changed, before and after. It tells of a person as the reason does, and is emptied with it.
alter table staff_act add column changes jsonb;
create or replace function staff_act_is_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.account_id is null and new.reason is null and new.changes is null
    and (new.id, new.act, new.thing, new.at) = (old.id, old.act, old.thing, old.at)
    and new.network_id is not distinct from old.network_id and new.staff_id is not distinct from old.staff_id then
    return new;
  end if;
  raise exception 'acts of the staff are kept as they were written';
end $$;
-- The office lists the log by time, also of one kind.
create index staff_act_by_time on staff_act (network_id, at desc, id desc);
create index staff_act_by_kind on staff_act (network_id, split_part(act, '.', 1), at desc, id desc);
