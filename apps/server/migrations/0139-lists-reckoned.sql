-- When a building's whole list was reckoned last, by which program, and the list's number then. With several processes one does it
-- for all. A program that does not know these columns writes a list without them: then the numbers differ.
alter table access_heads
  add column reckoned_at timestamptz,
  add column reckoned_by text,
  add column reckoned_number bigint;
