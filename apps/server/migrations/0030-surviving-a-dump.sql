-- A restore runs with an empty search path, and reckons generated columns while it does: what the functions call
-- is named with its schema, or they bring their own path.

create or replace function public.plain_text(written text) returns text
language sql immutable parallel safe strict as $$
  select lower(regexp_replace(normalize(written, nfkd), '[\u0300-\u036f]', '', 'g'))
$$;

create or replace function public.search_words(written text) returns text[]
language sql immutable parallel safe strict as $$
  select coalesce(array_agg(distinct left(array_to_string(parts[first:], ''), 100)), '{}')
  from unnest(regexp_split_to_array(public.plain_text(written), '\s+')) chunk,
    lateral (select array_remove(regexp_split_to_array(chunk, '[^[:alnum:]]+'), '') as parts) split,
    lateral generate_series(1, cardinality(parts)) first
$$;

create or replace function public.search_query(written text) returns tsquery
language sql immutable parallel safe strict as $$
  select string_agg('''' || word || ''':*', ' & ')::tsquery
  from (
    select left(regexp_replace(chunk, '[^[:alnum:]]+', '', 'g'), 100) as word
    from unnest(regexp_split_to_array(public.plain_text(written), '\s+')) chunk
  ) words
  where word <> ''
$$;

-- These are asked for each statement and not for each row: a path of their own costs nothing there.
alter function public.refresh_user_search(uuid[]) set search_path = pg_catalog, public, pg_temp;
alter function public.search_people_came() set search_path = pg_catalog, public, pg_temp;
alter function public.search_people_changed() set search_path = pg_catalog, public, pg_temp;
alter function public.search_holdings_came() set search_path = pg_catalog, public, pg_temp;
alter function public.search_holdings_went() set search_path = pg_catalog, public, pg_temp;
alter function public.search_cards_changed() set search_path = pg_catalog, public, pg_temp;
alter function public.search_spaces_changed() set search_path = pg_catalog, public, pg_temp;
alter function public.search_places_renamed() set search_path = pg_catalog, public, pg_temp;
alter function public.audit_line_waits() set search_path = pg_catalog, public, pg_temp;
alter function public.audit_is_only_added_to() set search_path = pg_catalog, pg_temp;
