-- Why a mandate ended (`revoked_at`): the ISO 20022 reason of the debit that was rejected or returned.
alter table mandate add column end_reason text;
-- The mandates of one account, which end together when the account is closed.
create index mandate_of_iban on mandate (network_id, (debtor ->> 'iban')) where revoked_at is null;
