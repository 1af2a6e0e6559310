-- The lobby's logbook. A line is written in the transaction of what it tells of: most by the database itself, which sees
-- each such fact come, whatever program brings it. Names and texts lie beside, under salted digests that the line keeps,
-- and the line's own digest stands in the building's audit, whose chain covers it.

create table logbook_lines (
  -- that of its line in the audit too
  id uuid primary key,
  -- a line goes on naming a building that is no more, as the audit does
  building_id uuid not null,
  at timestamptz not null,
  kind text not null check (kind ~ '^[A-Z_]{3,40}$'),
  -- of what somebody wrote down
  category text check ((category is not null) = (kind = 'NOTE')),
  actor_id uuid,
  -- the call, pass, visit, door's order, alarm or parcel that it tells of
  subject_id uuid,
  apartment_id uuid,
  corrects_id uuid references logbook_lines (id) check ((corrects_id is not null) = (kind = 'CORRECTION')),
  -- names the press that wrote it, so that the same press sent again is known
  request_id uuid,
  -- plain words and figures, of nobody
  detail jsonb not null default '{}',
  -- SHA-256 of each picture as it is kept, in hexadecimal
  pictures jsonb not null default '[]',
  -- part → SHA-256 of its salt and its value beside
  digests jsonb not null default '{}'
);
create index logbook_lines_newest on logbook_lines (building_id, at desc, id desc);
create unique index logbook_lines_request on logbook_lines (actor_id, request_id) where request_id is not null;
create index logbook_lines_corrects on logbook_lines (corrects_id) where corrects_id is not null;
create index logbook_lines_actor on logbook_lines (actor_id) where actor_id is not null;
create index logbook_lines_subject on logbook_lines (subject_id) where subject_id is not null;
-- however many people of a home were rung
create unique index logbook_lines_ringing on logbook_lines (subject_id, kind)
  where kind in ('CALL_UNANSWERED_BY_HOME', 'CALL_UNANSWERED_BY_LOBBY');

-- These rows may go: with a person who is forgotten, and when they were kept long enough.
create table logbook_values (
  line_id uuid not null references logbook_lines (id),
  part text not null check (part in ('actor', 'person', 'incoming', 'text', 'open')),
  -- whom it names; null where it is a text
  person_id uuid,
  -- null once a name was struck out of it: then it is not what was sealed, and says so
  salt bytea,
  value text not null check (length(value) <= 8000),
  primary key (line_id, part)
);
create index logbook_values_person on logbook_values (person_id) where person_id is not null;

create table logbook_pictures (
  line_id uuid not null references logbook_lines (id),
  position int not null check (position between 0 and 3),
  file_id uuid not null unique references files (id),
  primary key (line_id, position)
);

-- Lines that screens were not told of yet.
create table logbook_untold (line_id uuid primary key, building_id uuid not null);

alter table files drop constraint files_kind_check;
alter table files add constraint files_kind_check check (kind in
  ('profile', 'plan', 'opening', 'visitor', 'document', 'visit', 'intrusion', 'access', 'pass', 'logbook'));

-- What the seal covers of a line: all of it.
create function logbook_digest(line logbook_lines) returns text language sql stable
set search_path = pg_catalog, public, pg_temp as $$
  select encode(sha256(convert_to(jsonb_build_array(
    line.id, line.building_id, to_char(line.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), line.kind, line.category,
    line.actor_id, line.subject_id, line.apartment_id, line.corrects_id, line.request_id, line.detail, line.pictures,
    line.digests)::text, 'UTF8')), 'hex')
$$;

create function logbook_line_is_sealed() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
  is_noted boolean = new.kind in ('NOTE', 'CORRECTION', 'SHIFT_HANDED_OVER');
begin
  insert into audit_lines (id, building_id, actor_id, action, subject_id, detail, digests, at)
  -- What the logbook noticed by itself somebody did elsewhere, and has a line of its own there.
  select new.id, new.building_id, case when is_noted then new.actor_id end,
    case when is_noted then 'logbook.noted' else 'logbook.line' end,
    new.id, jsonb_build_object('kind', new.kind, 'digest', logbook_digest(new)), '{}', new.at;
  insert into logbook_untold (line_id, building_id) values (new.id, new.building_id);
  return null;
end $$;
create trigger logbook_line_is_sealed after insert on logbook_lines
  for each row execute function logbook_line_is_sealed();

-- Even for who owns the tables.
create function logbook_is_only_added_to() returns trigger language plpgsql as $$
begin
  raise exception 'the logbook is only added to' using errcode = 'insufficient_privilege';
end $$;
create trigger logbook_lines_stay before update or delete or truncate on logbook_lines
  for each statement execute function logbook_is_only_added_to();

-- A name is struck out, and nothing else: what is left vouches for itself no more.
create function logbook_value_is_struck() returns trigger language plpgsql as $$
begin
  if (new.line_id, new.part, new.person_id) is distinct from (old.line_id, old.part, old.person_id) then
    raise exception 'the logbook is only added to' using errcode = 'insufficient_privilege';
  end if;
  new.salt = null;
  return new;
end $$;
create trigger logbook_value_is_struck before update on logbook_values
  for each row execute function logbook_value_is_struck();

-- Writes a line. `texts`: part → {"value", "person"}; what its actor is called and its home's name it finds itself.
create function logbook_write(
  building uuid, happened_at timestamptz, what text, actor uuid, subject uuid, apartment uuid, about jsonb, texts jsonb,
  of_category text default null, corrected uuid default null, request uuid default null, shown jsonb default '[]'
) returns uuid language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
  -- a UUID of version 7, which PostgreSQL makes by itself only lately
  new_id uuid = encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid()) placing
    substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
    52, 1), 53, 1), 'hex')::uuid;
  home text = (select name from apartments where id = apartment);
  doer text = (select name from users where id = actor);
  beside jsonb = texts || case when doer is null then '{}'
    else jsonb_build_object('actor', jsonb_build_object('value', doer, 'person', actor)) end;
  salt bytea = uuid_send(gen_random_uuid());
begin
  -- each part's salt is its own, made of the line's
  insert into logbook_lines (
    id, building_id, at, kind, category, actor_id, subject_id, apartment_id, corrects_id, request_id, detail, pictures, digests)
  select new_id, building, happened_at, what, of_category, actor, subject, apartment, corrected, request,
    jsonb_strip_nulls(about || jsonb_build_object('home', home)), shown,
    (select coalesce(jsonb_object_agg(key,
        encode(sha256(sha256(salt || convert_to(key, 'UTF8')) || convert_to(value ->> 'value', 'UTF8')), 'hex')), '{}')
      from jsonb_each(beside) where value ->> 'value' is not null);
  insert into logbook_values (line_id, part, person_id, salt, value)
  select new_id, key, (value ->> 'person')::uuid, sha256(salt || convert_to(key, 'UTF8')), value ->> 'value'
  from jsonb_each(beside) where value ->> 'value' is not null;
  return new_id;
end $$;

create function logbook_named(called text, person uuid) returns jsonb language sql immutable as $$
  select jsonb_build_object('person', jsonb_build_object('value', called, 'person', person))
$$;
