-- The decider of a pass follows its door to another controller.

alter table passes
  -- a door of its decider went to another controller: who decides is to be reckoned anew
  add column follows_door boolean not null default false,
  -- names the asking of the decider that it let go, from before it was asked; again it is the first time again
  add column handover_id uuid;
create index passes_following on passes (controller_id, id) where follows_door;

-- In the transaction of the move: nobody can forget it.
create function passes_follow_doors() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  update passes set follows_door = true
  where entries is not null and taken_back_at is null and code_digest is not null
    and controller_id in (
      select were.controller_id from were join became using (id)
      where were.controller_id is distinct from became.controller_id);
  return null;
end $$;
create trigger passes_follow_doors after update on doors
  referencing old table as were new table as became for each statement execute function passes_follow_doors();
