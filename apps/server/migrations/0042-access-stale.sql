-- Whose entries in an access list may be others now: written with the change itself, by whoever makes it, so that none is
-- forgotten when a process dies. Without keys to other tables: what it names may be gone.
create table access_stale (
  id bigint generated always as identity primary key,
  -- null for somebody in each of their buildings
  building_id uuid,
  -- null for a whole building
  user_id uuid,
  check (building_id is not null or user_id is not null)
);

-- Of people only those who hold a card are in a list: most changes of spaces are of others, and cost nothing.

-- One function for each way in which rows come, change and go: a trigger sees only what there is. A path of their own: a
-- restore runs with an empty one.
create function access_of_cards_came() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into access_stale (user_id) select distinct user_id from came;
  return null;
end $$;
create function access_of_cards_went() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into access_stale (user_id) select distinct user_id from went;
  return null;
end $$;
create function access_of_cards_changed() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into access_stale (user_id)
  select distinct person from became join were using (id), unnest(array[became.user_id, were.user_id]) person
  where to_jsonb(became) - 'last_time_used' is distinct from to_jsonb(were) - 'last_time_used';
  return null;
end $$;
create trigger access_cards_came after insert on cards
  referencing new table as came for each statement execute function access_of_cards_came();
create trigger access_cards_went after delete on cards
  referencing old table as went for each statement execute function access_of_cards_went();
create trigger access_cards_changed after update on cards
  referencing old table as were new table as became for each statement execute function access_of_cards_changed();

create function access_of_users_changed() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into access_stale (user_id)
  select became.id from became join were using (id)
  where became.active is distinct from were.active and exists (select from cards where user_id = became.id);
  return null;
end $$;
create trigger access_users_changed after update on users
  referencing old table as were new table as became for each statement execute function access_of_users_changed();

create function access_of_spaces_came() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into access_stale (building_id, user_id) select distinct building_id, user_id from came
  where exists (select from cards where cards.user_id = came.user_id);
  return null;
end $$;
create function access_of_spaces_went() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into access_stale (building_id, user_id) select distinct building_id, user_id from went
  where exists (select from cards where cards.user_id = went.user_id);
  return null;
end $$;
create function access_of_spaces_changed() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into access_stale (building_id, user_id)
  select distinct became.building_id, became.user_id from became join were using (id)
  where (became.status, became.role, became.apartment_id, became.ends_at)
    is distinct from (were.status, were.role, were.apartment_id, were.ends_at)
    and exists (select from cards where cards.user_id = became.user_id);
  return null;
end $$;
create trigger access_spaces_came after insert on spaces
  referencing new table as came for each statement execute function access_of_spaces_came();
create trigger access_spaces_went after delete on spaces
  referencing old table as went for each statement execute function access_of_spaces_went();
create trigger access_spaces_changed after update on spaces
  referencing old table as were new table as became for each statement execute function access_of_spaces_changed();

-- A level that is gone took its grants with it: then its building is reckoned as a whole.
create function access_of_grants_came() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into access_stale (building_id, user_id)
  select distinct access_levels.building_id, changed.user_id
  from changed join access_levels on access_levels.id = changed.level_id
  where exists (select from cards where cards.user_id = changed.user_id);
  return null;
end $$;
create trigger access_grants_came after insert on access_grants
  referencing new table as changed for each statement execute function access_of_grants_came();
create trigger access_grants_went after delete on access_grants
  referencing old table as changed for each statement execute function access_of_grants_came();
create trigger access_grants_changed after update on access_grants
  referencing new table as changed for each statement execute function access_of_grants_came();

-- What many stand on: the whole building.
create function access_of_building_changed() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into access_stale (building_id) select distinct building_id from changed;
  return null;
end $$;
create trigger access_levels_came after insert on access_levels
  referencing new table as changed for each statement execute function access_of_building_changed();
create trigger access_levels_changed after update on access_levels
  referencing new table as changed for each statement execute function access_of_building_changed();
create trigger access_levels_went after delete on access_levels
  referencing old table as changed for each statement execute function access_of_building_changed();
create trigger access_level_doors_came after insert on access_level_doors
  referencing new table as changed for each statement execute function access_of_building_changed();
create trigger access_level_doors_went after delete on access_level_doors
  referencing old table as changed for each statement execute function access_of_building_changed();
create trigger access_schedules_came after insert on access_schedules
  referencing new table as changed for each statement execute function access_of_building_changed();
create trigger access_schedules_changed after update on access_schedules
  referencing new table as changed for each statement execute function access_of_building_changed();
create trigger access_schedules_went after delete on access_schedules
  referencing old table as changed for each statement execute function access_of_building_changed();
create trigger access_holidays_came after insert on building_holidays
  referencing new table as changed for each statement execute function access_of_building_changed();
create trigger access_holidays_changed after update on building_holidays
  referencing new table as changed for each statement execute function access_of_building_changed();
create trigger access_holidays_went after delete on building_holidays
  referencing old table as changed for each statement execute function access_of_building_changed();
create trigger access_doors_came after insert on doors
  referencing new table as changed for each statement execute function access_of_building_changed();
create trigger access_doors_changed after update on doors
  referencing new table as changed for each statement execute function access_of_building_changed();
create trigger access_doors_went after delete on doors
  referencing old table as changed for each statement execute function access_of_building_changed();

create function access_of_homes_moved() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into access_stale (building_id)
  select distinct became.building_id from became join were using (id)
  where (became.tower_id, became.floor_id) is distinct from (were.tower_id, were.floor_id);
  return null;
end $$;
create trigger access_homes_moved after update on apartments
  referencing old table as were new table as became for each statement execute function access_of_homes_moved();

create function access_of_new_buildings() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into access_stale (building_id) select id from came;
  return null;
end $$;
create trigger access_buildings_came after insert on buildings
  referencing new table as came for each statement execute function access_of_new_buildings();
create function access_of_buildings_changed() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into access_stale (building_id)
  select became.id from became join were using (id)
  where (became.offline_days, became.time_zone) is distinct from (were.offline_days, were.time_zone);
  return null;
end $$;
create trigger access_buildings_changed after update on buildings
  referencing old table as were new table as became for each statement execute function access_of_buildings_changed();
