-- Passes: a home, the administration or the lobby lets a guest come. What came in and went out by each is written down.

create table passes (
  id uuid primary key,
  building_id uuid not null references buildings (id) on delete cascade,
  -- whose guest it is; null for one of the building's own, and for a home that is gone
  apartment_id uuid references apartments (id) on delete set null,
  made_by uuid references users (id) on delete set null,
  made_as text not null check (made_as in ('home', 'administration', 'lobby')),
  -- names the press that made it, so that the same press sent again is known
  request_id uuid not null,
  -- likewise the press that sent its page to the guest last
  sent_request_id uuid,
  -- who comes; null once it was kept long enough
  guest_name text check (length(guest_name) between 1 and 200),
  guest_cedula text,
  guest_phone text,
  guest_email text,
  guest_plate text,
  guest_company text,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  -- hours of the week and what holds on holidays (ScheduleHours); null for all of them
  hours jsonb,
  -- how many may come in by it, once each; null for any number
  entries int check (entries between 1 and 200),
  tells_exit boolean not null,
  tells_overstay boolean not null,
  -- HMAC-SHA-256 of its code by the building's key for PINs, as a keypad makes it; null once the code was let go
  code_digest bytea check (length(code_digest) = 32),
  -- how many digits it has: those made when there were fewer codes are shorter
  digits smallint not null check (digits between 6 and 12),
  -- of the secret in the address of the guest's page
  secret_digest bytea check (length(secret_digest) = 32),
  -- code and secret, under a key that is not in this database, because the host may share them again
  sealed bytea,
  -- the controller that alone counts its entries; null for the server
  controller_id uuid references controllers (id) on delete set null,
  -- what the movements say together: reckoned with them, under a lock of this row
  entered int not null default 0 check (entered >= 0),
  went_out int not null default 0 check (went_out >= 0),
  last_movement_at timestamptz,
  -- that the first of them came was told
  arrival_told_at timestamptz,
  -- that somebody stays beyond the time was told; null again once all went, or the time is another
  overstay_told_at timestamptz,
  created_at timestamptz not null,
  taken_back_at timestamptz,
  -- null when the home was left
  taken_back_by uuid references users (id) on delete set null,
  check (went_out <= entered),
  check (taken_back_at is not null or taken_back_by is null),
  check (apartment_id is null or made_as = 'home')
);
-- no two passes of a building answer to one code
create unique index passes_code on passes (building_id, code_digest);
create unique index passes_secret on passes (secret_digest);
create unique index passes_request on passes (made_by, request_id);
create index passes_home on passes (apartment_id, ends_at desc) where apartment_id is not null;
create index passes_building on passes (building_id, ends_at desc);
create index passes_maker on passes (made_by) where taken_back_at is null;
create index passes_inside on passes (building_id) where entered > went_out;
create index passes_overstay on passes (ends_at)
  where entered > went_out and tells_overstay and overstay_told_at is null;
create index passes_controller on passes (controller_id) where controller_id is not null;
create index passes_old on passes (least(ends_at, taken_back_at)) where guest_name is not null;
create index passes_codes on passes (least(ends_at, taken_back_at)) where code_digest is not null;

create table pass_movements (
  -- the request that wrote it down, or the controller's own name for it
  id uuid primary key,
  pass_id uuid not null references passes (id) on delete cascade,
  kind text not null check (kind in ('in', 'out')),
  people int not null check (people between 1 and 200),
  at timestamptz not null,
  -- who stood at the desk; null at a door
  by_user uuid references users (id) on delete set null,
  door_id uuid references doors (id) on delete set null,
  -- null where the building asks for none, and once it was kept long enough
  picture_file_id uuid references files (id),
  document_file_id uuid references files (id)
);
create index pass_movements_pass on pass_movements (pass_id, at desc, id desc);
create index pass_movements_by on pass_movements (by_user) where by_user is not null;
create index pass_movements_door on pass_movements (door_id) where door_id is not null;
create index pass_movements_pictures on pass_movements (at)
  where picture_file_id is not null or document_file_id is not null;

alter table files drop constraint files_kind_check;
alter table files add constraint files_kind_check
  check (kind in ('profile', 'plan', 'opening', 'visitor', 'document', 'visit', 'intrusion', 'access', 'pass'));

-- What a building asks of its guests at the desk.
alter table buildings
  add column desk_picture text not null default 'may' check (desk_picture in ('no', 'may', 'must')),
  add column desk_document text not null default 'no' check (desk_document in ('no', 'may', 'must'));

-- A pass stands on what its maker is there. Whatever ends that (a stay, a role, an account, a home) takes it back in the
-- same transaction, and an end that comes sooner is the pass's end too. Nobody can forget it here.
create function passes_of(people uuid[]) returns void language plpgsql
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
  )
  update passes set
    ends_at = case when standing.until > passes.starts_at then least(passes.ends_at, standing.until) else passes.ends_at end,
    taken_back_at = case when standing.until > passes.starts_at then null else greatest(now(), passes.created_at) end
  from standing
  where standing.id = passes.id and (standing.until is null or standing.until < passes.ends_at);
end $$;

create function passes_of_spaces() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  perform passes_of(array(select distinct user_id from were));
  return null;
end $$;
create trigger passes_of_spaces_went after delete on spaces
  referencing old table as were for each statement execute function passes_of_spaces();
create trigger passes_of_spaces_changed after update on spaces
  referencing old table as were for each statement execute function passes_of_spaces();

create function passes_of_users() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  perform passes_of(array(
    select became.id from became join were using (id) where were.active and not became.active));
  return null;
end $$;
create trigger passes_of_users_changed after update on users
  referencing old table as were new table as became for each statement execute function passes_of_users();
