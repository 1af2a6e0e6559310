-- PINs: what somebody types at a keypad. Made by the system, shown once, and kept as a digest by a key that is not here.

create table door_pins (
  id uuid primary key,
  building_id uuid not null references buildings (id) on delete cascade,
  -- one in each of their buildings; it ends with the stay there
  user_id uuid not null references users (id) on delete cascade,
  -- HMAC-SHA-256 of its digits by the building's key for PINs
  digest bytea not null check (length(digest) = 32),
  -- how many digits it has: those made when there were fewer codes are shorter
  digits smallint not null check (digits between 6 and 12),
  suspended_at timestamptz,
  -- whoever holds it may take back only what they did themselves
  suspended_by_holder boolean not null default false,
  valid_from timestamptz,
  valid_until timestamptz,
  made_at timestamptz not null,
  last_time_used timestamptz,
  unique (building_id, user_id),
  unique (building_id, digest),
  check (valid_from is null or valid_until is null or valid_from < valid_until)
);
create index door_pins_user on door_pins (user_id);

-- Whose entries in an access list may be others now, as for cards (0042). Their last use is none of it.
create function access_of_pins_came() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into access_stale (building_id, user_id) select distinct building_id, user_id from changed;
  return null;
end $$;
create function access_of_pins_changed() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into access_stale (building_id, user_id)
  select distinct became.building_id, became.user_id from became join were using (id)
  where to_jsonb(became) - 'last_time_used' is distinct from to_jsonb(were) - 'last_time_used';
  return null;
end $$;
create trigger access_pins_came after insert on door_pins
  referencing new table as changed for each statement execute function access_of_pins_came();
create trigger access_pins_went after delete on door_pins
  referencing old table as changed for each statement execute function access_of_pins_came();
create trigger access_pins_changed after update on door_pins
  referencing old table as were new table as became for each statement execute function access_of_pins_changed();

-- Only people who hold something are in a list: a card, and from now on a PIN.
create function is_holder(person uuid) returns boolean language sql stable
set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from cards where cards.user_id = person)
    or exists (select from door_pins where door_pins.user_id = person)
$$;

create or replace function access_of_users_changed() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into access_stale (user_id)
  select became.id from became join were using (id)
  where became.active is distinct from were.active and is_holder(became.id);
  return null;
end $$;
create or replace function access_of_spaces_came() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into access_stale (building_id, user_id) select distinct building_id, user_id from came
  where is_holder(came.user_id);
  return null;
end $$;
create or replace function access_of_spaces_went() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into access_stale (building_id, user_id) select distinct building_id, user_id from went
  where is_holder(went.user_id);
  return null;
end $$;
create or replace function access_of_spaces_changed() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into access_stale (building_id, user_id)
  select distinct became.building_id, became.user_id from became join were using (id)
  where (became.status, became.role, became.apartment_id, became.ends_at)
    is distinct from (were.status, were.role, were.apartment_id, were.ends_at)
    and is_holder(became.user_id);
  return null;
end $$;
create or replace function access_of_grants_came() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into access_stale (building_id, user_id)
  select distinct access_levels.building_id, changed.user_id
  from changed join access_levels on access_levels.id = changed.level_id
  where is_holder(changed.user_id);
  return null;
end $$;

-- What was held to a reader, or typed there.
alter table access_events
  add column credential text not null default 'card' check (credential in ('card', 'pin'));

-- A PIN opens; the others are words that are taken already (decisions §8).
alter table open_door_events drop constraint open_door_events_origin_check;
alter table open_door_events add constraint open_door_events_origin_check check (origin in
  ('APP', 'CARD', 'PIN', 'PASS', 'API', 'ALARM', 'CALL', 'CODE', 'BUTTON', 'SCHEDULE', 'UNKNOWN'));
