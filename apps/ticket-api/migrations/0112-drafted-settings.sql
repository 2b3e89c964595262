-- Drafts also change settings of the network and legal texts.
alter table catalogue_draft_change drop constraint catalogue_draft_change_kind_check;
alter table catalogue_draft_change add constraint catalogue_draft_change_kind_check check (kind in (
  'article', 'category', 'group', 'tariff', 'document-type', 'status', 'order',
  'appearance', 'messages', 'contact', 'accessibility', 'switches', 'limits', 'legal-text'));
