-- What cameras and doors notice by themselves, and what they need to know for it.

-- null for a camera that does not look for motion
alter table cameras add column motion jsonb;
-- how it is known whether the leaf is open; null for a door that nothing watches
alter table doors add column contact jsonb;
alter table doors add column held_open_after_seconds integer not null default 30
  check (held_open_after_seconds between 2 and 3600);
alter table buildings add column intrusion_retention_days integer not null default 30
  check (intrusion_retention_days between 1 and 365);

alter table files drop constraint files_kind_check;
alter table files add constraint files_kind_check
  check (kind in ('profile', 'plan', 'opening', 'visitor', 'document', 'visit', 'intrusion'));

create table intrusion_events (
  -- the controller's own name for it
  id uuid primary key,
  building_id uuid not null references buildings (id) on delete cascade,
  kind text not null check (kind in ('motion', 'door-forced', 'door-held')),
  -- names as they were then: a camera or a door may be renamed or taken away
  camera_id uuid references cameras (id) on delete set null,
  camera_name text,
  door_id uuid references doors (id) on delete set null,
  door_name text,
  started_at timestamptz not null,
  -- null while it goes on
  ended_at timestamptz check (ended_at >= started_at),
  created_at timestamptz not null default now()
);
create index intrusion_events_newest on intrusion_events (started_at desc, id desc);
create index intrusion_events_of_building on intrusion_events (building_id, started_at desc, id desc);
create index intrusion_events_camera on intrusion_events (camera_id);
create index intrusion_events_door on intrusion_events (door_id);

create table intrusion_pictures (
  event_id uuid not null references intrusion_events (id) on delete cascade,
  position integer not null check (position >= 0),
  file_id uuid not null references files (id),
  taken_at timestamptz not null,
  primary key (event_id, position)
);
create index intrusion_pictures_file on intrusion_pictures (file_id);
