-- A session that is renewed keeps its row, and its line: every token of it begins with the first one, whose hash this is.
-- What was ended is not there, and is renewed by nothing.
alter table user_session add column line_hash text;
update user_session set line_hash = token_hash;
alter table user_session alter column line_hash set not null;
create unique index user_session_line on user_session (line_hash);
