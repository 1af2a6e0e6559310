-- The people of a party, as its host wrote them down: who of them came is ticked at the desk, one act each.

create table pass_names (
  id uuid primary key,
  pass_id uuid not null references passes (id) on delete cascade,
  -- where it stands in the host's list
  position smallint not null check (position between 1 and 60),
  name text not null check (length(name) between 1 and 200),
  -- what the movements say of this person: reckoned with them, under a lock of their pass
  came_at timestamptz,
  -- null again when they come once more
  left_at timestamptz,
  -- the press at a desk that waits for the controller that counts: another of the same name is refused until then
  claim_id uuid,
  claimed_until timestamptz,
  check (left_at is null or came_at is not null),
  check ((claim_id is null) = (claimed_until is null))
);
create index pass_names_of on pass_names (pass_id, position);

-- whom of the list it was; null for anybody else, at doors, and once the list was forgotten
alter table pass_movements add column name_id uuid references pass_names (id) on delete set null;
create index pass_movements_name on pass_movements (name_id) where name_id is not null;

-- Whichever act forgets who a pass was for forgets its list: also a version that knows of none.
create function pass_names_are_forgotten() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from pass_names where pass_id = new.id;
  return null;
end $$;
create trigger pass_names_are_forgotten after update of guest_name on passes
  for each row when (old.guest_name is not null and new.guest_name is null)
  execute function pass_names_are_forgotten();
