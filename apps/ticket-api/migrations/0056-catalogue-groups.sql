-- Groups of articles are a list of the catalogue (decision 130).

alter table catalogue_list drop constraint catalogue_list_kind_check;
alter table catalogue_list add constraint catalogue_list_kind_check
  check (kind in ('groups', 'tariffs', 'documentTypes', 'statuses'));
