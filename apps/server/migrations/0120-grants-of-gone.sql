-- What somebody was given by name in a building goes with the last thing that they are there, however that ended: taken out,
-- moved out, run out, its home deleted. Who is left as a visitor alone registered for that themselves, and it keeps nothing of
-- what was given to a resident or to staff. Deferred: who is given another role in the same transaction is not gone.
create function take_grants_of_gone() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from access_grants using access_levels
  where access_levels.id = access_grants.level_id
    and access_levels.building_id = old.building_id
    and access_grants.user_id = old.user_id
    and not exists (
      select from spaces
      where spaces.user_id = old.user_id and spaces.building_id = old.building_id and spaces.status = 'APPROVED'
        and (spaces.role not like 'VISITANTE%' or old.role like 'VISITANTE%'))
    and not exists (
      select from card_holders
      where card_holders.user_id = old.user_id and card_holders.building_id = old.building_id
        and card_holders.ended_at is null);
  return null;
end $$;
create constraint trigger spaces_end_grants after update of status on spaces deferrable initially deferred
  for each row when (old.status = 'APPROVED' and new.status <> 'APPROVED') execute function take_grants_of_gone();
create constraint trigger spaces_gone_end_grants after delete on spaces deferrable initially deferred
  for each row when (old.status = 'APPROVED') execute function take_grants_of_gone();

-- Those that were left behind until now.
do $$
begin
  delete from access_grants using access_levels
  where access_levels.id = access_grants.level_id
    and not exists (
      select from spaces
      where spaces.user_id = access_grants.user_id and spaces.building_id = access_levels.building_id
        and spaces.status = 'APPROVED'
        and (spaces.role not like 'VISITANTE%' or coalesce(spaces.decided_at, spaces.created_at) <= access_grants.created_at))
    and not exists (
      select from card_holders
      where card_holders.user_id = access_grants.user_id and card_holders.building_id = access_levels.building_id
        and card_holders.ended_at is null);
end $$;
