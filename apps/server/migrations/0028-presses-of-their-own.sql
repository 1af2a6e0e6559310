-- Only presses that no request names share an order: a named one never waits for what another left pending.
drop index door_orders_pending;
create unique index door_orders_pending on door_orders (requested_by, door_id, action)
  where outcome is null and request_id is null;

-- How often somebody pressed a door lately, and which orders nobody waits for any more.
create index door_orders_recent on door_orders (requested_by, door_id, issued_at);
create index door_orders_unsettled on door_orders (issued_at) where outcome is null;

-- False for an opening that may have been: the controller stopped in the middle of the move.
alter table open_door_events add column is_certain boolean not null default true;
