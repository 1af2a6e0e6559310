-- Passes at doors: what controllers have to know of them, and what they decided by them.

-- Entries that programs of before do not know stand beside the others and count with them: a controller that does not say that
-- it knows passes is told the list without, and so does a server of before, which sees none of this.
create table access_pass_entries (
  building_id uuid not null references buildings (id) on delete cascade,
  -- as the contract's keyOfEntry names it
  key text not null,
  -- one of the numbers of access_heads
  number bigint not null check (number > 0),
  -- the entry as JSON, as it is signed and told; null for one that is gone
  body text,
  digest text check (digest ~ '^[0-9a-f]{64}$'),
  -- the pass that it is; null for the doors of a way
  pass_id uuid,
  -- of a pass: the key of the way that it goes
  way_key text,
  primary key (building_id, key),
  check ((body is null) = (digest is null))
);
create unique index access_pass_entries_number on access_pass_entries (building_id, number);
create index access_pass_entries_pass on access_pass_entries (pass_id);
create index access_pass_entries_way on access_pass_entries (building_id, way_key) where body is not null;

-- of all of those that are not gone
alter table access_heads add column pass_digest text not null
  default '0000000000000000000000000000000000000000000000000000000000000000' check (pass_digest ~ '^[0-9a-f]{64}$');

-- Which passes may be another entry now: written with the change itself, as access_stale is. A table of its own, because a
-- server of before takes what it finds there for whole buildings.
create table access_stale_passes (
  id bigint generated always as identity primary key,
  building_id uuid not null,
  pass_id uuid not null
);

create function access_of_passes_came() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into access_stale_passes (building_id, pass_id) select building_id, id from changed;
  return null;
end $$;
create trigger access_passes_came after insert on passes
  referencing new table as changed for each statement execute function access_of_passes_came();
create trigger access_passes_went after delete on passes
  referencing old table as changed for each statement execute function access_of_passes_came();

-- Who the guest is and who hears of it is none of a door's. How many came in is, where there is a number.
create function access_of_passes_changed() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into access_stale_passes (building_id, pass_id)
  select became.building_id, became.id from became join were using (id)
  where (became.apartment_id, became.starts_at, became.ends_at, became.hours, became.entries, became.code_digest,
      became.controller_id, became.taken_back_at)
    is distinct from (were.apartment_id, were.starts_at, were.ends_at, were.hours, were.entries, were.code_digest,
      were.controller_id, were.taken_back_at)
    or (became.entries is not null and became.entered is distinct from were.entered);
  return null;
end $$;
create trigger access_passes_changed after update on passes
  referencing old table as were new table as became for each statement execute function access_of_passes_changed();

create function access_of_passes_moved() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into access_stale_passes (building_id, pass_id)
  select passes.building_id, passes.id
  from became join were using (id) join passes on passes.apartment_id = became.id
  where (became.tower_id, became.floor_id) is distinct from (were.tower_id, were.floor_id)
    and passes.taken_back_at is null;
  return null;
end $$;
create trigger access_passes_moved after update on apartments
  referencing old table as were new table as became for each statement execute function access_of_passes_moved();

-- What was decided by a pass.
alter table access_events drop constraint access_events_credential_check;
alter table access_events add constraint access_events_credential_check check (credential in ('card', 'pin', 'pass'));
alter table access_events drop constraint access_events_outcome_check;
alter table access_events add constraint access_events_outcome_check check (outcome in
  ('granted', 'unknown', 'suspended', 'expired', 'not-this-door', 'not-now', 'door-locked', 'offline-too-long',
   'clock-untrusted', 'controller-away', 'used-up', 'decided-elsewhere'));
-- one of this building's list; it may be gone since
alter table access_events add column pass_id uuid;
