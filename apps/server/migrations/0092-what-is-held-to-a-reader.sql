-- A USB reader types its cards: a PIN that is typed at it cannot be told from a card's number. It has no keypad, whatever
-- its door's form said once, and what may have been a PIN is no unknown card's number.
update access_events set tag = null
from doors
where doors.id = access_events.door_id
  and doors.reader ->> 'kind' = 'keyboard-wedge' and (doors.reader ->> 'hasKeypad')::boolean is true
  and access_events.tag ~ '^[0-9]{6,12}$';
update doors set reader = reader - 'hasKeypad' where reader ->> 'kind' = 'keyboard-wedge';

-- A card may have a time of its own, as a PIN and a grant.
alter table cards add column valid_from timestamptz;
alter table cards add column valid_until timestamptz check (valid_from is null or valid_from < valid_until);
