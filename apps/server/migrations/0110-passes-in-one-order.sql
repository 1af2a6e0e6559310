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
