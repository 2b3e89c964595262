-- E-mails that were sent are dropped after their time (limits: emailRetentionDays).
create index mail_over on mail (coalesce(sent_at, expired_at)) where coalesce(sent_at, expired_at) is not null;
