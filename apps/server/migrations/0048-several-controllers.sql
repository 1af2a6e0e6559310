-- A building may have several controllers; each of its doors and cameras belongs to one, or for a while to none.
alter table controllers drop constraint controllers_building_id_key;
alter table controllers add column name text not null default 'Controlador' check (name <> '');
alter table controllers add unique (id, building_id);
create unique index controllers_name on controllers (building_id, lower(name));

alter table doors add column controller_id uuid;
alter table doors add foreign key (controller_id, building_id) references controllers (id, building_id)
  on delete set null (controller_id);
create index doors_controller on doors (controller_id);
alter table cameras add column controller_id uuid;
alter table cameras add foreign key (controller_id, building_id) references controllers (id, building_id)
  on delete set null (controller_id);
create index cameras_controller on cameras (controller_id);
-- on which of them hangs what is the whole building's: its siren, and inputs of no door
alter table controllers add column is_main boolean not null default false;
create unique index controllers_one_main on controllers (building_id) where is_main;

update doors set controller_id = controllers.id from controllers where controllers.building_id = doors.building_id;
update cameras set controller_id = controllers.id from controllers where controllers.building_id = cameras.building_id;
update controllers set is_main = true;

-- Where there is one controller, everything is its own, whichever of them was there first.
create function device_of_only_controller() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.controller_id is null then
    select (array_agg(id))[1] into new.controller_id from controllers
    where building_id = new.building_id having count(*) = 1;
  end if;
  return new;
end $$;
create trigger doors_of_only_controller before insert on doors
  for each row execute function device_of_only_controller();
create trigger cameras_of_only_controller before insert on cameras
  for each row execute function device_of_only_controller();

create function devices_of_first_controller() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  -- one after the other: only one of two that come at once is the first
  perform from buildings where id = new.building_id for no key update;
  if not exists (select from controllers where building_id = new.building_id and id <> new.id) then
    update doors set controller_id = new.id where building_id = new.building_id and controller_id is null;
    update cameras set controller_id = new.id where building_id = new.building_id and controller_id is null;
  end if;
  update controllers set is_main = true where id = new.id
    and not exists (select from controllers where building_id = new.building_id and is_main);
  return null;
end $$;
create trigger controllers_take_devices after insert on controllers
  for each row execute function devices_of_first_controller();

-- Devices that a controller had, and until when: what it tells late of that time is believed.
create table former_devices (
  controller_id uuid not null references controllers (id) on delete cascade,
  -- a door or a camera, which may be gone since; a building for what is the whole building's
  device_id uuid not null,
  until timestamptz not null,
  primary key (controller_id, device_id)
);

-- the configuration that a controller last said that it has, by its digest, and when
alter table controllers
  add column configuration text,
  add column configuration_at timestamptz;
