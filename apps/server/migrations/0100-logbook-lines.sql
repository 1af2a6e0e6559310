-- What the logbook notices by itself.

-- Shifts at devices of the lobby. Where one hands over to the other, one line says both (`umbral.handing_over`).
create function logbook_of_shifts() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
  device kiosks = (select kiosks from kiosks where id = new.kiosk_id);
begin
  if new.user_id <> device.user_id and coalesce(current_setting('umbral.handing_over', true), '') <> 'yes' then
    perform logbook_write(device.building_id,
      case when tg_op = 'INSERT' then new.created_at else least(new.ended_at, new.expires_at) end,
      case when tg_op = 'INSERT' then 'SHIFT_BEGUN' else 'SHIFT_ENDED' end,
      new.user_id, new.id, null, jsonb_build_object('place', device.name), '{}');
  end if;
  return null;
end $$;
create trigger logbook_of_shifts_begun after insert on sessions
  for each row when (new.kiosk_id is not null) execute function logbook_of_shifts();
create trigger logbook_of_shifts_ended after update of ended_at on sessions
  for each row when (new.kiosk_id is not null and old.ended_at is null and new.ended_at is not null)
  execute function logbook_of_shifts();

create function logbook_of_visits() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  perform logbook_write(new.building_id, new.authorised_at, 'VISIT_AUTHORISED', new.authorised_by, new.id, null, '{}',
    logbook_named((select name from users where id = new.user_id), new.user_id));
  return null;
end $$;
create trigger logbook_of_visits after update of authorised_at on visits
  for each row when (old.authorised_at is null and new.authorised_at is not null) execute function logbook_of_visits();

-- A guest has no account: their name goes with whoever let them come, as it does in their pass.
create function logbook_of_passes() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
  pass passes = (select passes from passes where id = new.pass_id);
begin
  perform logbook_write(pass.building_id, new.at, case new.kind when 'in' then 'PASS_ENTERED' else 'PASS_LEFT' end,
    new.by_user, pass.id, pass.apartment_id,
    jsonb_build_object('people', new.people, 'door', (select name from doors where id = new.door_id)),
    logbook_named(pass.guest_name, pass.made_by));
  return null;
end $$;
create trigger logbook_of_passes after insert on pass_movements
  for each row execute function logbook_of_passes();

-- Nobody answered: of a home that the lobby rang, or of the lobby. One line for all who were rung together.
create function logbook_of_calls() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
  what text = case when new.is_from_lobby then 'CALL_UNANSWERED_BY_HOME' else 'CALL_UNANSWERED_BY_LOBBY' end;
begin
  if exists (select from logbook_lines where subject_id = new.ringing_id and kind = what)
    or exists (select from calls where ringing_id = new.ringing_id
      and (answered_at is not null or status in ('RECHAZADA', 'CONTESTADA'))) then
    return null;
  end if;
  -- Of two that end at once one writes it.
  begin
    perform logbook_write(new.building_id, new.created_at, what,
      case when new.is_from_lobby then new.caller_id end, new.ringing_id, new.apartment_id, '{}',
      case when new.is_from_lobby then '{}'::jsonb
        else logbook_named((select name from users where id = new.caller_id), new.caller_id) end);
  exception when unique_violation then null;
  end;
  return null;
end $$;
create trigger logbook_of_calls after update of status on calls
  for each row when (new.status = 'PERDIDA' and old.status <> 'PERDIDA' and (new.is_from_lobby or new.is_to_lobby))
  execute function logbook_of_calls();

-- Doors that somebody of the lobby opened, from wherever they did.
create function logbook_of_doors() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from spaces where user_id = new.user_id and building_id = new.building_id
      and role in ('PORTERIA', 'CONSERJE') and status = 'APPROVED' and (ends_at is null or ends_at > new.occurred_at)) then
    perform logbook_write(new.building_id, new.occurred_at, 'DOOR_OPENED', new.user_id, new.id, null,
      jsonb_build_object('door', new.door_name, 'certain', new.is_certain), '{}');
  end if;
  return null;
end $$;
create trigger logbook_of_doors after insert on open_door_events
  for each row when (new.user_id is not null and new.origin in ('APP', 'CALL', 'CODE'))
  execute function logbook_of_doors();

create function logbook_of_intrusions() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  perform logbook_write(new.building_id, new.started_at,
    case new.kind when 'door-forced' then 'DOOR_FORCED' when 'door-held' then 'DOOR_HELD' else 'FIRE_PANEL' end,
    null, new.id, null, jsonb_build_object('door', new.door_name, 'place', new.input_name), '{}');
  return null;
end $$;
create trigger logbook_of_intrusions after insert on intrusion_events
  for each row when (new.kind in ('door-forced', 'door-held', 'fire')) execute function logbook_of_intrusions();

create function logbook_of_alarms() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
  alarm alarms = (select alarms from alarms where id = new.alarm_id);
begin
  perform logbook_write(alarm.building_id, new.at, 'ALARM_' || upper(new.action), new.user_id, alarm.id,
    new.apartment_id, jsonb_build_object('event', alarm.event, 'drill', alarm.drill), '{}');
  return null;
end $$;
create trigger logbook_of_alarms after insert on alarm_people
  for each row when (new.action <> 'seen') execute function logbook_of_alarms();
