-- An alarm that is active is raised again: siren, screens and messages go by the last time, not by the first.
alter table alarms
  -- the last raise; null for one that a version before this one wrote down: raised_at, then
  add column last_raised_at timestamptz;
alter table alarm_people
  -- when they did it last, where more than once: raised again, or seen what was raised again
  add column again_at timestamptz;

create or replace function logbook_of_alarms() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
  alarm alarms = (select alarms from alarms where id = new.alarm_id);
begin
  perform logbook_write(alarm.building_id, coalesce(new.again_at, new.at), 'ALARM_' || upper(new.action), new.user_id, alarm.id,
    new.apartment_id, jsonb_build_object('event', alarm.event, 'drill', alarm.drill), '{}');
  return null;
end $$;
create trigger logbook_of_alarms_raised_again after update of again_at on alarm_people
  for each row when (new.action = 'raised') execute function logbook_of_alarms();
