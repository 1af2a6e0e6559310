-- People who carry a card and nothing else: children, cleaners. They are people as all others, so that cards, levels,
-- openings and access lists need know of no second kind; what would let anybody in as them is kept away by the database.

-- made of name and number: who has no number is found by their name
alter table users drop column called;
alter table users alter column cedula drop not null;
alter table users add column called tsvector not null
  generated always as (array_to_tsvector(search_words(name || ' ' || coalesce(cedula, '')))) stored;
create index users_called on users using gin (called) with (fastupdate = off);

alter table users drop constraint users_user_type_check;
alter table users
  add constraint users_user_type_check check (user_type in ('USER', 'ADMIN', 'HOLDER')),
  add constraint users_holders_have_no_account check (
    case user_type
      when 'HOLDER' then cedula is null and password_hash is null and email = '' and phone = ''
        and token_firebase is null and not verified
      else cedula is not null
    end);

-- Where such a person is, and for how long. The row stays when it is over: what they opened keeps its name.
create table card_holders (
  user_id uuid primary key references users (id) on delete cascade,
  building_id uuid not null references buildings (id) on delete cascade,
  -- of a home, or of the building as a whole
  belongs_to text not null check (belongs_to in ('home', 'building')),
  -- null for the building's, and for those whose home is gone: who is of a home that is gone comes in nowhere
  apartment_id uuid,
  -- null on a side without an end
  begins_at timestamptz,
  ends_at timestamptz,
  -- somebody, or the deletion of the home, took them away
  ended_at timestamptz,
  created_at timestamptz not null,
  foreign key (apartment_id, building_id) references apartments (id, building_id) on delete set null (apartment_id),
  check (belongs_to = 'home' or apartment_id is null),
  check (begins_at < ends_at)
);
create index card_holders_building on card_holders (building_id);
create index card_holders_apartment on card_holders (apartment_id, building_id);

-- Nobody signs in as one of them, and none of them is anything else in a building.
create function refuse_card_holder() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from users where id = new.user_id and user_type = 'HOLDER') then
    raise exception 'a card holder has neither session nor space' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger sessions_not_of_card_holders before insert on sessions
  for each row execute function refuse_card_holder();
create trigger spaces_not_of_card_holders before insert or update of user_id on spaces
  for each row execute function refuse_card_holder();

-- Their entries in the access list follow them.
create function access_of_card_holders_came() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into access_stale (building_id, user_id) select building_id, user_id from changed;
  return null;
end $$;
create trigger access_card_holders_came after insert on card_holders
  referencing new table as changed for each statement execute function access_of_card_holders_came();
create trigger access_card_holders_went after delete on card_holders
  referencing old table as changed for each statement execute function access_of_card_holders_came();
create trigger access_card_holders_changed after update on card_holders
  referencing new table as changed for each statement execute function access_of_card_holders_came();
