-- A payment page that is closed because its customer cancelled or replaced the order. Its end causes no e-mail, whoever reports it
-- first: the answer to the closing, or the provider's message about it.
alter table payment add column given_up_at timestamptz;
