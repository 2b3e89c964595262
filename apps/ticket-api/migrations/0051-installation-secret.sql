-- A secret of the installation, from which keys are derived that neither sign nor are published: of pseudonyms in the
-- security log, of what is kept encrypted.
alter table signing_key drop constraint signing_key_purpose_check,
  add constraint signing_key_purpose_check check (purpose in ('ticket', 'id-token', 'link', 'secret'));
