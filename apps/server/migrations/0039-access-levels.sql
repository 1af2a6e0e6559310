-- Who comes in where and when: levels of doors and hours, who has them by name, and the building's own holidays.

create table access_schedules (
  id uuid primary key,
  building_id uuid not null references buildings (id) on delete cascade,
  name text not null check (name <> ''),
  -- weekly intervals on the building's own clock, and what holds on holidays, as the contract's ScheduleHours
  hours jsonb not null,
  on_holidays jsonb not null,
  unique (id, building_id)
);
create unique index access_schedules_name on access_schedules (building_id, lower(name));

create table access_levels (
  id uuid primary key,
  building_id uuid not null references buildings (id) on delete cascade,
  name text not null check (name <> ''),
  -- way-home: the common doors, and those of the tower and the floor where somebody lives; entrance: the door '1'
  doors text not null check (doors in ('all', 'way-home', 'entrance', 'chosen')),
  -- null for always
  schedule_id uuid,
  -- comes in where a door is locked for the others
  passes_locked boolean not null default false,
  -- comes in however long the server has been away
  outlasts_server boolean not null default false,
  -- who has it without being named; a level with any comes with the building and stays
  for_roles text[] not null default '{}',
  unique (id, building_id),
  -- a schedule is not taken from under a level: that would be 'always'
  foreign key (schedule_id, building_id) references access_schedules (id, building_id)
);
create unique index access_levels_name on access_levels (building_id, lower(name));
create index access_levels_schedule on access_levels (schedule_id);

-- the doors of a level whose doors were chosen one by one
create table access_level_doors (
  level_id uuid not null,
  door_id uuid not null,
  building_id uuid not null,
  primary key (level_id, door_id),
  foreign key (level_id, building_id) references access_levels (id, building_id) on delete cascade,
  foreign key (door_id, building_id) references doors (id, building_id) on delete cascade
);
create index access_level_doors_door on access_level_doors (door_id);

create table access_grants (
  id uuid primary key,
  level_id uuid not null references access_levels (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  -- null on a side without an end
  begins_at timestamptz,
  ends_at timestamptz,
  given_by uuid references users (id) on delete set null,
  created_at timestamptz not null,
  unique (level_id, user_id),
  check (begins_at < ends_at)
);
create index access_grants_user on access_grants (user_id);
create index access_grants_given_by on access_grants (given_by);

create table building_holidays (
  building_id uuid not null references buildings (id) on delete cascade,
  day date not null,
  name text not null check (name <> ''),
  primary key (building_id, day)
);

-- for how long a controller goes on by itself before only those come in who outlast the server
alter table buildings add column offline_days integer not null default 30 check (offline_days between 1 and 90);

-- What every building comes with. A path of its own: a restore runs with an empty one.
create function make_access_levels(building uuid) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  service_hours uuid := gen_random_uuid();
begin
  insert into access_schedules (id, building_id, name, hours, on_holidays)
  values (service_hours, building, 'Servicios', '[{"days": [1, 2, 3, 4, 5, 6], "from": "06:00", "to": "18:00"}]',
    '{"kind": "closed"}');
  insert into access_levels (id, building_id, name, doors, schedule_id, passes_locked, outlasts_server, for_roles)
  values
    (gen_random_uuid(), building, 'Residentes', 'way-home', null, false, false,
      '{RESIDENTE_LIDER,RESIDENTE,RESIDENTE_TEMPORAL,PROPIETARIO}'),
    (gen_random_uuid(), building, 'Personal', 'all', null, true, true, '{PORTERIA,CONSERJE,ADMINISTRADOR}'),
    (gen_random_uuid(), building, 'Servicios', 'entrance', service_hours, false, false, '{SERVICIOS}');
end
$$;

create function access_levels_of_new_building() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform make_access_levels(new.id);
  return null;
end
$$;

select make_access_levels(id) from buildings;

create trigger access_levels_of_new_building after insert on buildings
for each row execute function access_levels_of_new_building();
