-- By what program a session was opened, in its own words, and of which kind it is: told to whoever is signed in there, and the
-- origin of what is ordered in it.
alter table user_session
  add column application text,
  add column origin_type text check (origin_type in
    ('MTICKET', 'APP_MULTIPLE_NETWORK', 'ESHOP', 'SCHOOL_ESHOP', 'WEB_SCOOP', 'APP_SCOOP'));
