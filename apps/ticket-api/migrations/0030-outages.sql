-- A party outside that cannot be reached is no failure of the job that needs it: such a job waits for as long as it takes.

-- Parties that cannot be reached now, and when they are asked again. One job asks; the others wait with their rows untouched.
create table outage (
  party text primary key,
  since timestamptz not null,
  retry_at timestamptz not null,
  retries integer not null default 0
);

alter table due_work
  -- How often in a row the party that it needs could not be reached.
  add column unreached integer not null default 0;

-- From now on attempts are failures in a row: before, turns that went well were counted too. What was given up because somebody
-- outside was away for more than five hours is begun anew; what really fails is given up again.
update due_work set attempts = 0, given_up_at = null where attempts > 0 or given_up_at is not null;
-- It has one row from now on, as all that goes on for ever; the next start writes it.
delete from due_work where kind = 'identity-cleaning';

create index due_work_given_up on due_work (kind) where given_up_at is not null;

-- E-mails that a person waits for do not stand behind the others.
drop index due_work_others;
create index due_work_urgent on due_work (due_at, id)
  where kind in ('urgent-mail', 'password-reset', 'deletion-code') and given_up_at is null;
create index due_work_others on due_work (due_at, id)
  where kind not in ('mail', 'urgent-mail', 'password-reset', 'deletion-code') and given_up_at is null;
update due_work w set kind = 'urgent-mail' from mail m where w.kind = 'mail' and m.message_id = w.key
  and m.template in ('verify-email', 'reset-password', 'deletion-code');

-- A letter whose code was over before the mail server could be reached is not sent any more.
alter table mail add column expired_at timestamptz;
