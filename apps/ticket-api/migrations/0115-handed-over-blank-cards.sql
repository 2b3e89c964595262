-- A blank card is handed over once: the card of a person has its number from then on.
alter table blank_card add column handed_at timestamptz;
alter table blank_card add check (handed_at is null or blocked_at is null);
create index blank_card_handed on blank_card (network_id, handed_at desc, number desc) where handed_at is not null;
