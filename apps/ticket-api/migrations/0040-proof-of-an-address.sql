-- An address may be confirmed by somebody who does not hold the password of its sign-in: that joins no guest's orders.
alter table login add column owner_proved_at timestamptz;
-- What was confirmed until now keeps its right: whose it was cannot be told any more, and what could join has joined.
update login set owner_proved_at = email_verified_at;

-- The short code of the same e-mail, typed in the session that asked for it (SHA-256 with the sign-in's id).
alter table email_code add column typed_hash text;
