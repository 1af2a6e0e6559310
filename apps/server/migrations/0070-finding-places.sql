-- What is looked for from everywhere: homes and doors by the beginnings of the words of their names.

create index apartments_words on apartments using gin (array_to_tsvector(search_words(name)));
create index doors_words on doors using gin (array_to_tsvector(search_words(name)));

-- What is looked for, when one of the words is enough: for what an index narrows before all of them are asked for.
create function public.search_any_query(written text) returns tsquery
language sql immutable parallel safe strict as $$
  select replace(public.search_query(written)::text, ' & ', ' | ')::tsquery
$$;
