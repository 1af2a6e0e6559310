-- What is work for somebody is told of with the commit that wrote it down, so that nobody has to ask again and again whether
-- there is any (platform/database-news.ts). The word says only of what kind it is. A server of before hears nothing and asks
-- as it did; what it writes is told all the same.

create function tell_of_work() returns trigger language plpgsql as $$
begin
  perform pg_notify('umbral_work', tg_argv[0]);
  return null;
end $$;

-- After statements that may have written nothing. Who puts work back for later says so, and is not woken by it.
create function tell_of_written_work() returns trigger language plpgsql as $$
begin
  if exists (select from written) and coalesce(current_setting('umbral.puts_back', true), '') <> 'on' then
    perform pg_notify('umbral_work', tg_argv[0]);
  end if;
  return null;
end $$;

create trigger outbox_is_work after insert on outbox
  referencing new table as written for each statement execute function tell_of_written_work('messages');

create trigger access_stale_is_work after insert on access_stale
  referencing new table as written for each statement execute function tell_of_written_work('access');
create trigger access_stale_passes_is_work after insert on access_stale_passes
  referencing new table as written for each statement execute function tell_of_written_work('access');

create trigger logbook_untold_is_work after insert on logbook_untold
  referencing new table as written for each statement execute function tell_of_written_work('logbook');

create trigger outside_events_is_work after insert on outside_events
  referencing new table as written for each statement execute function tell_of_written_work('outside');
create trigger webhook_deliveries_is_work after insert on webhook_deliveries
  referencing new table as written for each statement execute function tell_of_written_work('deliveries');

create trigger held_notices_is_work after insert on held_notices
  referencing new table as written for each statement execute function tell_of_written_work('held');
create trigger held_notices_come_sooner after update of due_at on held_notices
  for each row when (new.due_at < old.due_at) execute function tell_of_work('held');

-- ringing ends at its time, and whoever talks may be gone
create trigger calls_is_work after insert or update of status on calls
  for each row when (new.status in ('ENTRANTE', 'CONTESTADA')) execute function tell_of_work('calls');

create trigger alarms_is_work after insert or update on alarms
  for each row execute function tell_of_work('alarms');
create trigger intrusion_events_came_as_work after insert on intrusion_events
  for each row when (new.frees_since is not null and new.doors_told is null) execute function tell_of_work('alarms');
create trigger intrusion_events_is_work after update of frees_since, doors_told on intrusion_events
  for each row when (new.frees_since is not null and new.doors_told is null) execute function tell_of_work('alarms');

-- a guest's session begins, and then ends: by itself at a time, or by what takes a pass back
create trigger sessions_of_guests_is_work after insert or update of ended_at, expires_at on sessions
  for each row when (new.pass_id is not null or new.sign_id is not null) execute function tell_of_work('guests');

create trigger spaces_is_work after insert or update of ends_at, status on spaces
  for each row when (new.ends_at is not null) execute function tell_of_work('stays');

create trigger passes_inside_is_work after insert or update on passes
  for each row when (new.entered > new.went_out and new.tells_overstay and new.overstay_told_at is null)
  execute function tell_of_work('inside');
create trigger passes_following_is_work after insert or update of follows_door on passes
  for each row when (new.follows_door) execute function tell_of_work('following');
