-- The door of a building that somebody wants first.
create table favourite_doors (
  user_id uuid not null references users (id) on delete cascade,
  building_id uuid not null,
  door_id uuid not null,
  primary key (user_id, building_id),
  foreign key (door_id, building_id) references doors (id, building_id) on delete cascade
);
create index favourite_doors_of_door on favourite_doors (door_id);
