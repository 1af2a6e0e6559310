-- Addresses that are told what happens in a building, signed.
create table webhooks (
  id uuid primary key,
  building_id uuid not null references buildings (id) on delete cascade,
  name text not null check (length(name) between 1 and 60),
  address text not null check (length(address) between 1 and 500),
  kinds text[] not null check (cardinality(kinds) > 0
    and kinds <@ array['opened', 'refused', 'rang', 'arrived', 'alarm', 'forced', 'held']),
  -- names of people leave with it
  tells_names boolean not null,
  -- what it is signed with, under a key that is not in this database; the one before is good for a while too
  secret bytea not null,
  old_secret bytea,
  old_secret_until timestamptz,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null,
  -- since when each delivery failed; null while they arrive
  failing_since timestamptz,
  -- null while it is on; because somebody switched it off, or because it failed for days
  off_at timestamptz,
  off_because text check (off_because in ('somebody', 'failing')),
  deleted_at timestamptz,
  check ((old_secret is null) = (old_secret_until is null)),
  check ((off_at is null) = (off_because is null))
);
create index webhooks_building on webhooks (building_id) where deleted_at is null;

create table webhook_deliveries (
  id uuid primary key,
  webhook_id uuid not null references webhooks (id) on delete cascade,
  -- null for one that only tries the address
  event_id uuid references outside_events (id) on delete cascade,
  kind text not null,
  created_at timestamptz not null,
  attempts int not null default 0,
  -- while one process tries, no other does until then; null once it is settled
  next_attempt_at timestamptz,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  -- of the last attempt: what was answered, or why nothing was, and how long it took
  last_attempt_at timestamptz,
  last_status int,
  last_fault text check (last_fault in
    ('timeout', 'redirect', 'not-public', 'connection', 'certificate', 'status', 'switched-off')),
  last_ms int,
  check ((state = 'waiting') = (next_attempt_at is not null))
);
-- an event leaves for a webhook once by itself; sent again it is the same delivery
create unique index webhook_deliveries_event on webhook_deliveries (webhook_id, event_id) where event_id is not null;
create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_attempt_at) where state = 'waiting';
create index webhook_deliveries_list on webhook_deliveries (webhook_id, created_at desc, id desc);
create index webhook_deliveries_old on webhook_deliveries (created_at);
create index webhook_deliveries_of_event on webhook_deliveries (event_id) where event_id is not null;

create or replace function is_heard_outside(building uuid) returns boolean language sql stable
set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from api_tokens
    where building_id = building and taken_back_at is null and (expires_at is null or expires_at > now())
      and 'events:read' = any(rights))
  or exists (select from webhooks where building_id = building and off_at is null and deleted_at is null)
$$;
