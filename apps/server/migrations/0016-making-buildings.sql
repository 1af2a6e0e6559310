-- Bringing a building on line from the web.

-- what a controller last said of itself
alter table controllers add column status jsonb;
alter table controllers add column status_at timestamptz;

-- '2' and '2$' name one relay: the sign only says that it can also be closed
create unique index doors_one_relay on doors (building_id, replace(local_id, '$', ''));
