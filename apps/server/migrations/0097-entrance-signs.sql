-- The sign at a building's entrance: whoever stands before it rings a home, or the lobby, without an account.
create table entrance_signs (
  id uuid primary key,
  building_id uuid not null unique references buildings (id) on delete cascade,
  is_on boolean not null default true,
  -- 'HH:MM' on the building's own clock; all day where both are the same.
  rings_from text not null default '06:00' check (rings_from ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  rings_to text not null default '22:00' check (rings_to ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  secret_digest bytea not null unique,
  -- The secret under the files' key: the sign is printed again.
  sealed bytea not null,
  made_at timestamptz not null
);

-- Who opened the page in one browser: rings and talks under an account of its own, which is nothing in any building. By it a
-- home blocks them, and is rung so often at most.
create table sign_visitors (
  user_id uuid primary key references users (id),
  sign_id uuid not null references entrance_signs (id) on delete cascade,
  browser_digest bytea not null,
  last_seen_at timestamptz not null,
  unique (sign_id, browser_digest)
);
create index sign_visitors_seen on sign_visitors (last_seen_at);

-- Homes that do not want to be rung by it.
create table homes_without_sign (
  apartment_id uuid primary key references apartments (id) on delete cascade,
  since timestamptz not null
);

alter table calls add column is_from_sign boolean not null default false;

-- A session of a sign's page is one of a visitor of that sign.
alter table sessions add column sign_id uuid references entrance_signs (id) on delete cascade;
create index sessions_sign on sessions (sign_id) where sign_id is not null;

drop trigger sessions_not_of_guests on sessions;
create trigger sessions_not_of_guests before insert on sessions
  for each row when (new.pass_id is null and new.sign_id is null) execute function refuse_guest();

create function refuse_who_stands_at_no_sign() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from sign_visitors where sign_id = new.sign_id and user_id = new.user_id) then
    raise exception 'a session of a sign is one of its visitors''' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger sessions_of_signs_are_their_visitors before insert or update of user_id, sign_id on sessions
  for each row when (new.sign_id is not null) execute function refuse_who_stands_at_no_sign();

-- A sign that was renewed or switched off: what was begun by it is over in the same transaction.
create function sessions_of_signs_end() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  update sessions set ended_at = greatest(now(), created_at) where sign_id = new.id and ended_at is null;
  return null;
end $$;
create trigger entrance_signs_are_dead after update on entrance_signs
  for each row when (old.secret_digest is distinct from new.secret_digest or (old.is_on and not new.is_on))
  execute function sessions_of_signs_end();

-- Whose browser nobody has seen for long is nobody.
create function sign_visitors_go() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  update users set active = false where id = old.user_id;
  return null;
end $$;
create trigger sign_visitors_are_gone after delete on sign_visitors
  for each row execute function sign_visitors_go();
