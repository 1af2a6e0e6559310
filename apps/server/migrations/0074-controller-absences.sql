-- When a controller was away, written once it is back: a building's report says how long.
create table controller_absences (
  controller_id uuid not null references controllers (id) on delete cascade,
  building_id uuid not null references buildings (id) on delete cascade,
  began_at timestamptz not null,
  ended_at timestamptz not null,
  primary key (controller_id, began_at)
);
create index controller_absences_building on controller_absences (building_id, ended_at);
