-- A corrected address of a guest: signed links that went out before this instant are void, because a stranger may have them.
alter table orders add column guest_links_from timestamptz;
