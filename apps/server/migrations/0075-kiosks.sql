-- A device of a building's lobby. Its calls and what it did stand under an account of its own, which is nothing in any
-- building and has nothing to sign in with.
alter table users drop constraint users_user_type_check, drop constraint users_holders_have_no_account;
alter table users
  add constraint users_user_type_check check (user_type in ('USER', 'ADMIN', 'HOLDER', 'KIOSK')),
  add constraint users_holders_have_no_account check (
    case when user_type in ('HOLDER', 'KIOSK')
      then cedula is null and password_hash is null and email = '' and phone = ''
        and token_firebase is null and not verified
      else cedula is not null
    end);

create table kiosks (
  id uuid primary key,
  building_id uuid not null references buildings (id) on delete cascade,
  user_id uuid not null unique references users (id),
  name text not null check (length(name) between 1 and 60),
  -- of its one-time code; null once it was used
  code_digest bytea unique,
  code_expires_at timestamptz,
  created_at timestamptz not null,
  paired_at timestamptz,
  taken_back_at timestamptz,
  check ((code_digest is null) = (code_expires_at is null))
);
create index kiosks_building on kiosks (building_id) where taken_back_at is null;

-- A session at a device: its own, or that of whoever is on shift there. It never becomes one of the person alone.
alter table sessions
  add column kiosk_id uuid references kiosks (id) on delete cascade,
  -- of a shift: when its person was last known to be there
  add column present_at timestamptz;
create index sessions_kiosk on sessions (kiosk_id) where ended_at is null and kiosk_id is not null;

create function refuse_kiosk() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from users where id = new.user_id and user_type = 'KIOSK') then
    raise exception 'a device of the lobby is nothing in a building, and signs in as itself alone'
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger spaces_not_of_kiosks before insert or update of user_id on spaces
  for each row execute function refuse_kiosk();
create trigger sessions_of_kiosks_are_theirs before insert on sessions
  for each row when (new.kiosk_id is null) execute function refuse_kiosk();

-- With which somebody of the lobby steps in for a shift.
create table shift_pins (
  user_id uuid primary key references users (id) on delete cascade,
  pin_hash text not null,
  set_at timestamptz not null
);

-- Wrong PINs of a document's number at a device, whether anybody has that number or not.
create table shift_pin_failures (
  kiosk_id uuid not null references kiosks (id) on delete cascade,
  document_digest bytea not null,
  failures int not null check (failures between 1 and 5),
  last_at timestamptz not null,
  primary key (kiosk_id, document_digest)
);
create index shift_pin_failures_document on shift_pin_failures (document_digest);
