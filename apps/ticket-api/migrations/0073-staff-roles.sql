-- Seven roles (decision 158). Who examines documents is an examiner; a validator is a device.
alter table staff_role drop constraint staff_role_role_check;
update staff_role set role = 'examiner' where role = 'validator';
alter table staff_role add constraint staff_role_role_check
  check (role in ('admin', 'manager', 'agent', 'examiner', 'accountant', 'inspector', 'reader'));
