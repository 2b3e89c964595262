-- A session ends so long after the sign-in that opened it, however it is used.
alter table user_session add column signed_in_at timestamptz;
update user_session set signed_in_at = coalesce(
  (select r.created_at from login_refresh_token r where r.id = user_session.sign_in_id), created_at);
update user_session set expires_at = least(expires_at, signed_in_at + interval '4320 hours');
alter table user_session alter column signed_in_at set not null;
create index login_refresh_token_age on login_refresh_token (created_at);
