-- Until when a door is locked for all but a few, never the way out; null or over for as always.
alter table doors add column locked_until timestamptz;
