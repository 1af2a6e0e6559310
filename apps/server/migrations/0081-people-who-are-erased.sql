-- Somebody asked to be erased: what stays of them is an account without name, number, address or face, so that what a
-- building has to keep (who opened, who was called) still points at somebody who is nobody.
alter table users drop constraint users_user_type_check, drop constraint users_holders_have_no_account;
alter table users
  add constraint users_user_type_check check (user_type in ('USER', 'ADMIN', 'HOLDER', 'KIOSK', 'ERASED')),
  add constraint users_holders_have_no_account check (
    case when user_type in ('HOLDER', 'KIOSK', 'ERASED')
      then cedula is null and password_hash is null and email = '' and phone = ''
        and token_firebase is null and not verified
      else cedula is not null
    end),
  add constraint users_erased_are_nobody check (
    user_type <> 'ERASED' or (name = 'Persona eliminada' and alias = '' and photo_file_id is null and not active));

create function refuse_erased() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from users where id = new.user_id and user_type = 'ERASED') then
    raise exception 'who was erased is given nothing' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger sessions_not_of_erased before insert on sessions
  for each row execute function refuse_erased();
create trigger spaces_not_of_erased before insert or update of user_id on spaces
  for each row execute function refuse_erased();
create trigger cards_not_of_erased before insert or update of user_id on cards
  for each row execute function refuse_erased();

-- While one stands, nobody is erased and nothing of theirs runs out.
create table legal_holds (
  user_id uuid primary key references users (id) on delete cascade,
  reason text not null check (char_length(reason) between 1 and 500),
  placed_by uuid references users (id) on delete set null,
  placed_at timestamptz not null
);
