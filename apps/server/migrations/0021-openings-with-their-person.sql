-- Whose they are is read from the index, where a name that many have is looked for among the newest.
drop index open_door_events_newest;
create index open_door_events_newest on open_door_events (occurred_at desc, id desc) include (user_id);
drop index open_door_events_of_building;
create index open_door_events_of_building on open_door_events (building_id, occurred_at desc, id desc)
  include (user_id);
