-- Blank cards that were lost or stolen before anybody had them.
alter table blank_card add column blocked_at timestamptz;
alter table blank_card add column incident text check (incident in ('lost', 'stolen', 'defective'));
alter table blank_card add check ((blocked_at is null) = (incident is null));
create index blank_card_blocked on blank_card (network_id, number) where blocked_at is not null;
