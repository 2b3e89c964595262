-- The office lists subscriptions by state (decision 179): those that renew by the end of what is paid, suspended ones since when they are,
-- ending ones by their last period or the day that their customer chose, and ended ones since when they are.
create index subscription_renewing on subscription (network_id, ends_at, id) where status in ('pending', 'active') and chosen_end_on is null;
create index subscription_suspended on subscription (network_id, suspended_at, id) where status = 'suspended';
create index subscription_ending on subscription
  (network_id, (case when status = 'cancelled' then ends_at else chosen_end_on::timestamp at time zone 'UTC' end), id)
  where status = 'cancelled' or (chosen_end_on is not null and status in ('pending', 'active'));
create index subscription_ended on subscription (network_id, terminated_at, id) where status = 'terminated';
