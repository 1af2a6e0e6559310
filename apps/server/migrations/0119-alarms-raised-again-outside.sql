-- Programs hear of an alarm that is raised again, as of one that is raised, marked as that.
create or replace function tell_outside_of_alarm() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if not is_heard_outside(new.building_id) then
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into outside_events (building_id, kind, at, data)
    values (new.building_id, 'alarm', new.raised_at, jsonb_build_object(
      'alarmId', new.id, 'state', 'raised', 'event', new.event, 'isDrill', new.drill));
    return null;
  end if;
  if new.last_raised_at is distinct from old.last_raised_at and new.last_raised_at is not null then
    insert into outside_events (building_id, kind, at, data)
    values (new.building_id, 'alarm', new.last_raised_at, jsonb_build_object(
      'alarmId', new.id, 'state', 'raised', 'isAgain', true, 'event', new.event, 'isDrill', new.drill));
  end if;
  if old.closed_at is null and new.closed_at is not null then
    insert into outside_events (building_id, kind, at, data)
    values (new.building_id, 'alarm', new.closed_at, jsonb_build_object(
      'alarmId', new.id, 'state', 'closed', 'event', new.event, 'isDrill', new.drill));
  end if;
  return null;
end $$;
drop trigger alarms_outside on alarms;
create trigger alarms_outside after insert or update of closed_at, last_raised_at on alarms
  for each row execute function tell_outside_of_alarm();
