-- The homes that a building's lobby keeps at hand, for whoever stands there.
create table lobby_favourites (
  apartment_id uuid primary key references apartments (id) on delete cascade,
  building_id uuid not null references buildings (id) on delete cascade,
  added_at timestamptz not null
);
create index lobby_favourites_building on lobby_favourites (building_id);

-- What the lobby's desk asks for: the calls of a building, the newest first.
create index calls_building on calls (building_id, created_at desc);
