-- A subscription whose customer chose a later end: it renews until that day, and no period begins after it.
alter table subscription add column chosen_end_on date;
-- When its customer chose it.
alter table subscription add column chosen_end_at timestamptz;
alter table subscription add check ((chosen_end_on is null) = (chosen_end_at is null));

alter table termination_request drop constraint termination_request_effect_check;
alter table termination_request add constraint termination_request_effect_check
  check (effect in ('REFUNDED', 'REST_REFUNDED', 'AT_END', 'AT_DATE', 'AT_ONCE'));
