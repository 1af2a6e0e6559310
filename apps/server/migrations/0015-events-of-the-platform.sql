-- Events of all buildings, the newest first, with millions of them: each way in which they are looked for
-- has an index that ends in the order in which they are shown.

drop index open_door_events_newest;
create index open_door_events_newest on open_door_events (occurred_at desc, id desc);
create index open_door_events_of_building on open_door_events (building_id, occurred_at desc, id desc);
create index open_door_events_of_door on open_door_events (door_id, occurred_at desc, id desc);
create index open_door_events_of_person on open_door_events (user_id, occurred_at desc, id desc)
  where user_id is not null;
create index open_door_events_by_origin on open_door_events (origin, occurred_at desc, id desc);
create index open_door_events_of_building_by_origin
  on open_door_events (building_id, origin, occurred_at desc, id desc);

-- What they point at goes without a walk through all of them: pictures that nothing points at are swept,
-- apartments and doors are taken away.
create index open_door_events_apartment on open_door_events (apartment_id) where apartment_id is not null;
create index open_door_events_order on open_door_events (order_id) where order_id is not null;

create index intrusion_events_by_kind on intrusion_events (kind, started_at desc, id desc);
