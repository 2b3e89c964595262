-- The customer page of the office lists the e-mails to a customer, the newest first, and names each by an id in its calls.
alter table mail add column id uuid not null default gen_random_uuid();
create unique index mail_id on mail (id);
create index mail_newest on mail (account_id, created_at desc, id desc) where account_id is not null;
drop index mail_account;
