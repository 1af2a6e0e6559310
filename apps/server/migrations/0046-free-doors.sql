-- Until when a door is free, the hours of the week in which it is, and whether an emergency frees it as a way out.
alter table doors
  add column free_until timestamptz,
  add column free_schedule_id uuid,
  add column frees_in_emergency boolean not null default false,
  -- a schedule is not taken from under a door: it would be locked where people count on it
  add constraint doors_free_schedule foreign key (free_schedule_id, building_id)
    references access_schedules (id, building_id);
create index doors_free_schedule on doors (free_schedule_id) where free_schedule_id is not null;

-- When doors were free, as their controllers told it; the beginning is an opening as well.
create table door_free_periods (
  -- the controller's own name for it
  id uuid primary key,
  building_id uuid not null references buildings (id) on delete cascade,
  door_id uuid not null references doors (id) on delete cascade,
  origin text not null check (origin in ('APP', 'SCHEDULE', 'ALARM')),
  began_at timestamptz not null,
  ended_at timestamptz
);
create index door_free_periods_open on door_free_periods (door_id) where ended_at is null;
create index door_free_periods_building on door_free_periods (building_id);

alter table open_door_events drop constraint open_door_events_origin_check;
alter table open_door_events add constraint open_door_events_origin_check
  check (origin in ('APP', 'CARD', 'CALL', 'CODE', 'BUTTON', 'SCHEDULE', 'PIN', 'PASS', 'API', 'ALARM', 'UNKNOWN'));
