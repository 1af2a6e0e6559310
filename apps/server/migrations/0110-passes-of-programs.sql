-- Several passes change together when roles end and when a door goes to another controller. Each of both locks them by
-- their ids, so that neither waits for the other in a circle.

create or replace function passes_of(people uuid[]) returns void language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  with standing as (
    select passes.id, (
      select max(coalesce(spaces.ends_at, 'infinity')) from spaces join users on users.id = spaces.user_id
      where spaces.user_id = passes.made_by and spaces.building_id = passes.building_id
        and spaces.status = 'APPROVED' and users.active
        and case passes.made_as
          when 'home' then spaces.apartment_id = passes.apartment_id
            and spaces.role in ('RESIDENTE_LIDER', 'RESIDENTE', 'RESIDENTE_TEMPORAL', 'PROPIETARIO')
          when 'administration' then spaces.role = 'ADMINISTRADOR'
          else spaces.role in ('PORTERIA', 'CONSERJE')
        end) as until
    from passes where passes.made_by = any(people) and passes.taken_back_at is null
  ), due as materialized (
    select passes.id from passes join standing on standing.id = passes.id
    where standing.until is null or standing.until < passes.ends_at
    order by passes.id for no key update of passes
  )
  update passes set
    ends_at = case when standing.until > passes.starts_at then least(passes.ends_at, standing.until) else passes.ends_at end,
    taken_back_at = case when standing.until > passes.starts_at then null else greatest(now(), passes.created_at) end
  from standing
  where standing.id = passes.id and passes.id in (select id from due)
    and (standing.until is null or standing.until < passes.ends_at);
end $$;

create or replace function passes_follow_doors() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  with due as materialized (
    select id from passes
    where entries is not null and taken_back_at is null and code_digest is not null
      and controller_id in (
        select were.controller_id from were join became using (id)
        where were.controller_id is distinct from became.controller_id)
    order by id for no key update
  )
  update passes set follows_door = true where id in (select id from due);
  return null;
end $$;

-- Programs may let guests of a home come. Such a pass stands on two things: its token, and that there is somebody in the home
-- who could be asked. Whatever ends either takes it back in the same transaction.
alter table api_tokens drop constraint api_tokens_rights_check;
alter table api_tokens add constraint api_tokens_rights_check check (cardinality(rights) > 0
  and rights <@ array['doors:read', 'doors:open', 'events:read', 'cameras:read', 'passes:write']);

create function passes_of_programs(homes uuid[], programs uuid[]) returns void language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  with standing as (
    select passes.id, (
      select max(coalesce(spaces.ends_at, 'infinity')) from spaces join users on users.id = spaces.user_id
      where spaces.apartment_id = passes.apartment_id and spaces.status = 'APPROVED' and users.active
        and spaces.role in ('RESIDENTE_LIDER', 'RESIDENTE', 'RESIDENTE_TEMPORAL', 'PROPIETARIO')
        and api_tokens.taken_back_at is null) as until
    from passes join api_tokens on api_tokens.user_id = passes.made_by
    where passes.taken_back_at is null and (passes.apartment_id = any(homes) or passes.made_by = any(programs))
  ), due as materialized (
    select passes.id from passes join standing on standing.id = passes.id
    where standing.until is null or standing.until < passes.ends_at
    order by passes.id for no key update of passes
  )
  update passes set
    ends_at = case when standing.until > passes.starts_at then least(passes.ends_at, standing.until) else passes.ends_at end,
    taken_back_at = case when standing.until > passes.starts_at then null else greatest(now(), passes.created_at) end
  from standing
  where standing.id = passes.id and passes.id in (select id from due)
    and (standing.until is null or standing.until < passes.ends_at);
end $$;

create or replace function passes_of_spaces() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  perform passes_of(array(select distinct user_id from were));
  perform passes_of_programs(
    array(select distinct apartment_id from were where apartment_id is not null), array[]::uuid[]);
  return null;
end $$;

create or replace function passes_of_users() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
  gone uuid[] = array(select became.id from became join were using (id) where were.active and not became.active);
begin
  if cardinality(gone) > 0 then
    perform passes_of(gone);
    perform passes_of_programs(
      array(select distinct apartment_id from spaces where user_id = any(gone) and apartment_id is not null),
      array[]::uuid[]);
  end if;
  return null;
end $$;

create function passes_of_tokens() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  perform passes_of_programs(array[]::uuid[], array[new.user_id]);
  return null;
end $$;
create trigger passes_of_tokens after update of taken_back_at on api_tokens
  for each row when (old.taken_back_at is null and new.taken_back_at is not null)
  execute function passes_of_tokens();
