-- Who came by an invitation is counted by day and by month: of a building's passes only those are looked at by which
-- somebody came or went since.
create index passes_moved on passes (building_id, last_movement_at desc) where last_movement_at is not null;
