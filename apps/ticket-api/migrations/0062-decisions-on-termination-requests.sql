-- Terminations that no contract fits are decided by staff: matched with a contract, or refused.
alter table termination_request add column refused_at timestamptz;
alter table termination_request add column refusal text
  check (refusal in ('no-contract', 'other-person', 'already-ended', 'other'));
-- The remark to the customer with the refusal.
alter table termination_request add column remark text;
-- A termination that staff confirm has no code.
alter table termination_request drop constraint termination_request_check1;
alter table termination_request add constraint termination_request_confirmed_contract
  check (confirmed_at is null or (subscription_id is not null and account_id is not null));
alter table termination_request add check ((refused_at is null) = (refusal is null));
alter table termination_request add check (refused_at is null or confirmed_at is null);
create index termination_request_queue on termination_request (network_id, requested_at, id);
