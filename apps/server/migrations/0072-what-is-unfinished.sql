-- What goes on and what waits to be closed is asked for by every administrator's first screen: few rows of many.
create index intrusion_events_going_on on intrusion_events (building_id, started_at desc, id desc) where ended_at is null;
create index alarms_unclosed on alarms (building_id) where closed_at is null;
