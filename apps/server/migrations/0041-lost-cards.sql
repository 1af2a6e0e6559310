-- Whoever loses a card says so themselves: it opens nothing from that moment.

alter table cards add column lost_at timestamptz;
-- one that was found again is made active again
alter table cards add constraint cards_lost_open_nothing check (lost_at is null or not active);
