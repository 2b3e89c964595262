-- An accepted document counts for the person that it was accepted for (decision 098).

-- Names and birth date as staff examined them, or as a provider of rights was told them; null: never accepted.
alter table document add column proven_person jsonb;
-- What was accepted before: for the person whom its traveller is today, which is all that is known.
update document d set proven_person =
    jsonb_build_object('firstName', t.first_name, 'lastName', t.last_name, 'birthDate', t.birth_date)
  from traveller t where t.id = d.traveller_id and (d.status = 'VALID' or d.starting_at is not null);
alter table document add constraint document_proves_somebody check (status <> 'VALID' or proven_person is not null);

-- Why a request waits: its customer made it, or its traveller became another person.
alter table submission add column cause text not null default 'request' check (cause in ('request', 'person-changed'));
