-- The guest of a pass: rings and talks under an account of its own, which is nothing in any building and has nothing to
-- sign in with but the secret of the pass's page.
alter table users drop constraint users_user_type_check, drop constraint users_holders_have_no_account;
alter table users
  add constraint users_user_type_check check (user_type in ('USER', 'ADMIN', 'HOLDER', 'KIOSK', 'GUEST', 'ERASED')),
  add constraint users_holders_have_no_account check (
    case when user_type in ('HOLDER', 'KIOSK', 'GUEST', 'ERASED')
      then cedula is null and password_hash is null and email = '' and phone = ''
        and token_firebase is null and not verified
      else cedula is not null
    end);

-- Made when the page is first opened.
alter table passes add column guest_id uuid references users (id);
create index passes_guest on passes (guest_id) where guest_id is not null;

-- A guest's session is one of a pass, and of its guest.
alter table sessions add column pass_id uuid references passes (id) on delete cascade;
create index sessions_pass on sessions (pass_id) where pass_id is not null;

create function refuse_guest() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from users where id = new.user_id and user_type = 'GUEST') then
    raise exception 'the guest of a pass is nothing in a building, and carries nothing but the pass'
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger spaces_not_of_guests before insert or update of user_id on spaces
  for each row execute function refuse_guest();
create trigger cards_not_of_guests before insert or update of user_id on cards
  for each row execute function refuse_guest();
create trigger sessions_not_of_guests before insert on sessions
  for each row when (new.pass_id is null) execute function refuse_guest();

create function refuse_who_is_no_guest() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from passes where id = new.pass_id and guest_id = new.user_id) then
    raise exception 'a session of a pass is its guest''s' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger sessions_of_passes_are_their_guests before insert or update of user_id, pass_id on sessions
  for each row when (new.pass_id is not null) execute function refuse_who_is_no_guest();

-- The guest is called as the pass says. Who is let go there, or goes with the pass, has no name here either, and of what
-- they opened the page with nothing is left.
create function guests_follow_their_passes() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    update users set name = 'Visita', active = false where id = old.guest_id;
  else
    update users set name = coalesce(new.guest_name, 'Visita'), active = new.guest_name is not null
    where id = new.guest_id;
    if new.guest_name is null then
      update sessions set user_agent = '' where pass_id = new.id;
    end if;
  end if;
  return null;
end $$;
create trigger passes_guest_is_called after update of guest_name on passes
  for each row when (new.guest_id is not null and old.guest_name is distinct from new.guest_name)
  execute function guests_follow_their_passes();
create trigger passes_guest_is_gone after delete on passes
  for each row when (old.guest_id is not null) execute function guests_follow_their_passes();

-- Whichever act takes a pass back, or lets its page go: its guest's sessions are over in the same transaction.
create function sessions_of_guests_end() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  update sessions set ended_at = greatest(coalesce(new.taken_back_at, now()), created_at)
  where pass_id = new.id and ended_at is null;
  return null;
end $$;
create trigger passes_guest_is_out after update on passes
  for each row when (new.guest_id is not null
    and ((old.taken_back_at is null and new.taken_back_at is not null)
      or (old.secret_digest is not null and new.secret_digest is null)))
  execute function sessions_of_guests_end();
