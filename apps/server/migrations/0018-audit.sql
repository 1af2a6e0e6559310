-- What was written down stays: lines and their seals are only ever added. What is personal in them lies
-- beside, under a salted digest that the line keeps, so that a person can be forgotten and the chain holds.

-- a line goes on naming a building that is no more
alter table audit_lines drop constraint audit_lines_building_id_fkey;

-- part → HMAC-SHA256 of the value beside, keyed with its salt
alter table audit_lines add column digests jsonb not null default '{}';

create index audit_lines_all_newest on audit_lines (at desc, id desc);
create index audit_lines_actor on audit_lines (actor_id, at desc);

-- From where, and what was before and after. These rows may be deleted, and nothing else of the audit.
create table audit_values (
  line_id uuid not null references audit_lines (id),
  part text not null check (part in ('origin', 'change')),
  -- whom it is about; null for things
  person_id uuid,
  salt bytea not null,
  -- JSON as it was digested, letter by letter
  value text not null,
  primary key (line_id, part)
);
create index audit_values_person on audit_values (person_id) where person_id is not null;

-- One chain for each building and one, with the id of zeros, for what is of none.
create table audit_seals (
  chain uuid not null,
  position bigint not null check (position > 0),
  line_id uuid not null unique references audit_lines (id),
  -- covers the line, its place in the chain and the seal before it
  digest bytea not null,
  sealed_at timestamptz not null,
  primary key (chain, position)
);

-- Lines that wait for their seal.
create table audit_unsealed (line_id uuid primary key);
insert into audit_unsealed (line_id) select id from audit_lines;

create function audit_line_waits() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  insert into public.audit_unsealed (line_id) values (new.id);
  return null;
end $$;
create trigger audit_line_waits after insert on audit_lines
  for each row execute function audit_line_waits();

-- Even for who owns the tables.
create function audit_is_only_added_to() returns trigger language plpgsql as $$
begin
  raise exception 'the audit is only added to' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_lines_stay before update or delete or truncate on audit_lines
  for each statement execute function audit_is_only_added_to();
create trigger audit_seals_stay before update or delete or truncate on audit_seals
  for each statement execute function audit_is_only_added_to();
