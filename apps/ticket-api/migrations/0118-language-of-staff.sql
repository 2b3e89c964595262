-- The language in which a member of the staff reads the office; null: not chosen yet, so that the browser's own is used.
alter table staff add column language text check (language in ('fr', 'en', 'ar', 'it', 'es'));
-- Who was invited before has the language of the invitation.
update staff set language = i.language from staff_invitation i where i.staff_id = staff.id;
