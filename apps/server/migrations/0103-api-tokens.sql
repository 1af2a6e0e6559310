-- What programs outside come in with: of one building, with few rights, and taken back at once. What one did stands under an
-- account of its own, which is nothing in any building and has nothing to sign in with.
alter table users drop constraint users_user_type_check, drop constraint users_holders_have_no_account;
alter table users
  add constraint users_user_type_check
    check (user_type in ('USER', 'ADMIN', 'HOLDER', 'KIOSK', 'GUEST', 'TOKEN', 'ERASED')),
  add constraint users_holders_have_no_account check (
    case when user_type in ('HOLDER', 'KIOSK', 'GUEST', 'TOKEN', 'ERASED')
      then cedula is null and password_hash is null and email = '' and phone = ''
        and token_firebase is null and not verified
      else cedula is not null
    end);

create table api_tokens (
  id uuid primary key,
  building_id uuid not null references buildings (id) on delete cascade,
  user_id uuid not null unique references users (id),
  name text not null check (length(name) between 1 and 60),
  -- SHA-256 of the token, which is random and known once
  digest bytea not null unique check (length(digest) = 32),
  -- its first characters, to recognise it by
  prefix text not null,
  rights text[] not null check (cardinality(rights) > 0
    and rights <@ array['doors:read', 'doors:open', 'events:read', 'cameras:read']),
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  last_used_from text,
  taken_back_at timestamptz
);
create index api_tokens_building on api_tokens (building_id) where taken_back_at is null;

-- The doors that a token may open.
create table api_token_doors (
  token_id uuid not null references api_tokens (id) on delete cascade,
  door_id uuid not null references doors (id) on delete cascade,
  primary key (token_id, door_id)
);
create index api_token_doors_door on api_token_doors (door_id);

create function refuse_token() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from users where id = new.user_id and user_type = 'TOKEN') then
    raise exception 'an API token is nothing in a building, carries nothing, and signs in as nobody'
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger spaces_not_of_tokens before insert or update of user_id on spaces
  for each row execute function refuse_token();
create trigger cards_not_of_tokens before insert or update of user_id on cards
  for each row execute function refuse_token();
create trigger sessions_not_of_tokens before insert or update of user_id on sessions
  for each row execute function refuse_token();

-- An order that a program gave: its opening is the API's.
alter table door_orders add column token_id uuid references api_tokens (id) on delete set null;
create index door_orders_token on door_orders (token_id) where token_id is not null;

-- What happened in a building, for the programs that are told of it: written with what it is about, in the same
-- transaction, and only where somebody listens.
create table outside_events (
  id uuid primary key default gen_random_uuid(),
  -- its place among those of its building, given when it is told, so that who reads from a number on misses none
  number bigint,
  building_id uuid not null references buildings (id) on delete cascade,
  kind text not null check (kind in ('opened', 'refused', 'rang', 'arrived', 'alarm', 'forced', 'held')),
  -- what is only once: a call rings many people
  once uuid unique,
  at timestamptz not null,
  door_id uuid,
  apartment_id uuid,
  -- whom it is about: their name leaves only where that was asked for
  person_id uuid references users (id) on delete set null,
  pass_id uuid,
  data jsonb not null default '{}',
  created_at timestamptz not null default now(),
  unique (building_id, number)
);
create index outside_events_untold on outside_events (created_at, id) where number is null;
create index outside_events_old on outside_events (created_at);
create index outside_events_person on outside_events (person_id) where person_id is not null;

-- The number of the last event of a building that was told.
create table outside_heads (
  building_id uuid primary key references buildings (id) on delete cascade,
  number bigint not null
);

-- Does any program want to hear of this building?
create function is_heard_outside(building uuid) returns boolean language sql stable
set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from api_tokens
    where building_id = building and taken_back_at is null and (expires_at is null or expires_at > now())
      and 'events:read' = any(rights))
$$;

create function tell_outside_of_opening() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if is_heard_outside(new.building_id) then
    insert into outside_events (building_id, kind, at, door_id, person_id, data)
    values (new.building_id, 'opened', new.occurred_at, new.door_id, new.user_id,
      jsonb_build_object('origin', new.origin, 'isCertain', new.is_certain));
  end if;
  return null;
end $$;
create trigger open_door_events_outside after insert on open_door_events
  for each row execute function tell_outside_of_opening();

create function tell_outside_of_refusal() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.outcome <> 'granted' and is_heard_outside(new.building_id) then
    insert into outside_events (building_id, kind, at, door_id, person_id, data)
    values (new.building_id, 'refused', new.occurred_at, new.door_id, new.user_id,
      jsonb_build_object('credential', new.credential, 'outcome', new.outcome));
  end if;
  return null;
end $$;
create trigger access_events_outside after insert on access_events
  for each row execute function tell_outside_of_refusal();

create function tell_outside_of_trouble() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.kind in ('door-forced', 'door-held') and is_heard_outside(new.building_id) then
    insert into outside_events (building_id, kind, at, door_id)
    values (new.building_id, substr(new.kind, 6), new.started_at, new.door_id);
  end if;
  return null;
end $$;
create trigger intrusion_events_outside after insert on intrusion_events
  for each row execute function tell_outside_of_trouble();

create function tell_outside_of_ringing() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.ended_at is null and not new.is_blocked and is_heard_outside(new.building_id) then
    insert into outside_events (building_id, kind, once, at, apartment_id, person_id, data)
    values (new.building_id, 'rang', new.ringing_id, new.created_at, new.apartment_id, new.caller_id,
      jsonb_build_object('isFromLobby', new.is_from_lobby))
    on conflict (once) do nothing;
  end if;
  return null;
end $$;
create trigger calls_outside after insert on calls
  for each row execute function tell_outside_of_ringing();

create function tell_outside_of_arrival() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
  pass passes;
begin
  select * into pass from passes where id = new.pass_id;
  if new.kind = 'in' and is_heard_outside(pass.building_id) then
    insert into outside_events (building_id, kind, at, door_id, apartment_id, pass_id, data)
    values (pass.building_id, 'arrived', new.at, new.door_id, pass.apartment_id, pass.id,
      jsonb_build_object('people', new.people));
  end if;
  return null;
end $$;
create trigger pass_movements_outside after insert on pass_movements
  for each row execute function tell_outside_of_arrival();

create function tell_outside_of_alarm() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if not is_heard_outside(new.building_id) then
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into outside_events (building_id, kind, at, data)
    values (new.building_id, 'alarm', new.raised_at, jsonb_build_object(
      'alarmId', new.id, 'state', 'raised', 'event', new.event, 'isDrill', new.drill));
  elsif old.closed_at is null and new.closed_at is not null then
    insert into outside_events (building_id, kind, at, data)
    values (new.building_id, 'alarm', new.closed_at, jsonb_build_object(
      'alarmId', new.id, 'state', 'closed', 'event', new.event, 'isDrill', new.drill));
  end if;
  return null;
end $$;
create trigger alarms_outside after insert or update of closed_at on alarms
  for each row execute function tell_outside_of_alarm();
