-- Cards, their readers, people's identity, and the words by which the administration finds people.

create table cards (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  -- as readers give it, brought into one form: capitals, nothing between the digits
  tag text not null unique check (tag ~ '^[0-9A-F]{4,64}$'),
  type text not null check (type in ('CAR', 'PERSON')),
  active boolean not null default true,
  last_time_used timestamptz,
  created_at timestamptz not null
);
create index cards_user on cards (user_id, created_at desc);

-- how cards are read at a door; null for a door without a reader
alter table doors add column reader jsonb default '{"kind":"simulated"}';

-- A reader that waits for a card, and the device that asked. One card, once.
create table reader_setups (
  id uuid primary key,
  door_id uuid not null unique references doors (id) on delete cascade,
  session_id uuid not null references sessions (id) on delete cascade,
  socket_id text not null,
  expires_at timestamptz not null
);

-- how the administration calls somebody, beside their name
alter table users add column alias text not null default '' check (char_length(alias) <= 120);

-- What makes somebody verified. Its pictures are shown to nobody by this product; the law may ask for them.
create table user_identities (
  user_id uuid primary key references users (id) on delete cascade,
  photo_file_id uuid not null references files (id),
  front_file_id uuid not null references files (id),
  back_file_id uuid not null references files (id),
  verified_by uuid references users (id) on delete set null,
  verified_at timestamptz not null
);
create index user_identities_photo on user_identities (photo_file_id);
create index user_identities_front on user_identities (front_file_id);
create index user_identities_back on user_identities (back_file_id);

-- Small letters without accents: 'Muñoz' and 'munoz' are one word.
create function plain_text(written text) returns text
language sql immutable parallel safe strict as $$
  select lower(regexp_replace(normalize(written, nfkd), '[\u0300-\u036f]', '', 'g'))
$$;

-- The words of a text: what stands between spaces, without signs, from each of its parts to its end. So
-- 'A-101' gives 'a101' and '101', and an address is found by its domain too. A search for the beginning of
-- any of them finds it.
create function search_words(written text) returns text[]
language sql immutable parallel safe strict as $$
  select coalesce(array_agg(distinct left(array_to_string(parts[first:], ''), 100)), '{}')
  from unnest(regexp_split_to_array(plain_text(written), '\s+')) chunk,
    lateral (select array_remove(regexp_split_to_array(chunk, '[^[:alnum:]]+'), '') as parts) split,
    lateral generate_series(1, cardinality(parts)) first
$$;

-- What is looked for: every word is the beginning of one. Null for a search without any word.
create function search_query(written text) returns tsquery
language sql immutable parallel safe strict as $$
  select string_agg('''' || word || ''':*', ' & ')::tsquery
  from (
    select left(regexp_replace(chunk, '[^[:alnum:]]+', '', 'g'), 100) as word
    from unnest(regexp_split_to_array(plain_text(written), '\s+')) chunk
  ) words
  where word <> ''
$$;

-- What the administration's search looks into: one row for each person of a building.
create table user_search (
  user_id uuid primary key references users (id) on delete cascade,
  -- what they are listed by
  name_key text not null,
  words tsvector not null
);
create index user_search_name on user_search (name_key, user_id);
create index user_search_words on user_search using gin (words) with (fastupdate = off);

-- Writes the rows of these people anew. Locked first and read after, so that two deeds about one person
-- at once both count.
create function refresh_user_search(ids uuid[]) returns void
language plpgsql as $$
begin
  perform 1 from user_search where user_id = any (ids) order by user_id for update;
  insert into user_search (user_id, name_key, words)
  select users.id, plain_text(users.name),
    array_to_tsvector(search_words(concat_ws(' ', users.name, users.cedula, users.email, users.alias,
      (select string_agg(cards.tag, ' ') from cards where cards.user_id = users.id),
      (select string_agg(concat_ws(' ', apartments.name, buildings.name), ' ')
        from spaces
        join buildings on buildings.id = spaces.building_id
        left join apartments on apartments.id = spaces.apartment_id
        where spaces.user_id = users.id and spaces.status = 'APPROVED'))))
  from users where users.id = any (ids) and users.user_type = 'USER'
  order by users.id
  on conflict (user_id) do update set name_key = excluded.name_key, words = excluded.words
  where user_search.name_key is distinct from excluded.name_key
    or user_search.words is distinct from excluded.words;
end $$;

-- One function for each way in which rows come, change and go: a trigger sees only what there is.
create function search_people_came() returns trigger language plpgsql as $$
begin
  perform refresh_user_search(array(select id from came));
  return null;
end $$;
create trigger users_came after insert on users
  referencing new table as came for each statement execute function search_people_came();

create function search_people_changed() returns trigger language plpgsql as $$
declare
  ids uuid[] := array(select id from became join were using (id)
    where (became.name, became.cedula, became.email, became.alias)
      is distinct from (were.name, were.cedula, were.email, were.alias));
begin
  if cardinality(ids) > 0 then
    perform refresh_user_search(ids);
  end if;
  return null;
end $$;
create trigger users_changed after update on users
  referencing old table as were new table as became for each statement execute function search_people_changed();

create function search_holdings_came() returns trigger language plpgsql as $$
begin
  perform refresh_user_search(array(select distinct user_id from came));
  return null;
end $$;
create function search_holdings_went() returns trigger language plpgsql as $$
begin
  perform refresh_user_search(array(select distinct user_id from went));
  return null;
end $$;
create trigger cards_came after insert on cards
  referencing new table as came for each statement execute function search_holdings_came();
create trigger cards_went after delete on cards
  referencing old table as went for each statement execute function search_holdings_went();
create trigger spaces_came after insert on spaces
  referencing new table as came for each statement execute function search_holdings_came();
create trigger spaces_went after delete on spaces
  referencing old table as went for each statement execute function search_holdings_went();

create function search_cards_changed() returns trigger language plpgsql as $$
declare
  ids uuid[] := array(select distinct person
    from became join were using (id), unnest(array[became.user_id, were.user_id]) person
    where (became.tag, became.user_id) is distinct from (were.tag, were.user_id));
begin
  if cardinality(ids) > 0 then
    perform refresh_user_search(ids);
  end if;
  return null;
end $$;
create trigger cards_changed after update on cards
  referencing old table as were new table as became for each statement execute function search_cards_changed();

create function search_spaces_changed() returns trigger language plpgsql as $$
declare
  ids uuid[] := array(select distinct person
    from became join were using (id), unnest(array[became.user_id, were.user_id]) person
    where (became.status, became.user_id, became.building_id, became.apartment_id)
      is distinct from (were.status, were.user_id, were.building_id, were.apartment_id));
begin
  if cardinality(ids) > 0 then
    perform refresh_user_search(ids);
  end if;
  return null;
end $$;
create trigger spaces_changed after update on spaces
  referencing old table as were new table as became for each statement execute function search_spaces_changed();

create function search_places_renamed() returns trigger language plpgsql as $$
declare
  ids uuid[];
begin
  if tg_table_name = 'buildings' then
    ids := array(select distinct spaces.user_id from became join were using (id)
      join spaces on spaces.building_id = became.id
      where became.name is distinct from were.name and spaces.status = 'APPROVED');
  else
    ids := array(select distinct spaces.user_id from became join were using (id)
      join spaces on spaces.apartment_id = became.id
      where became.name is distinct from were.name and spaces.status = 'APPROVED');
  end if;
  if cardinality(ids) > 0 then
    perform refresh_user_search(ids);
  end if;
  return null;
end $$;
create trigger buildings_renamed after update on buildings
  referencing old table as were new table as became for each statement execute function search_places_renamed();
create trigger apartments_renamed after update on apartments
  referencing old table as were new table as became for each statement execute function search_places_renamed();

select refresh_user_search(array(select id from users));
