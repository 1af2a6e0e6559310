-- The lobby confirmed an emergency: from then on it frees the doors that were chosen for it.
alter table alarms
  add column confirmed_at timestamptz,
  -- what the controllers were told of it last and answered; null for what is to be told again
  add column doors_told text check (doors_told in ('free', 'rest')),
  add constraint alarms_confirmed check (confirmed_at is null or (event = 'EMERGENCY' and not drill));
create index alarms_confirmed on alarms (building_id, confirmed_at) where confirmed_at is not null;

alter table alarm_people drop constraint alarm_people_deed_check;
alter table alarm_people add constraint alarm_people_action_check
  check (action in ('raised', 'seen', 'confirmed', 'silenced', 'closed'));
