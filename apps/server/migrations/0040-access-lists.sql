-- What controllers know to decide by themselves who comes in, and what they decided.

-- One entry of a building's list, as it is now, with the number of its last change. One that is gone stays with its
-- number, so that a controller which has it is told.
create table access_entries (
  building_id uuid not null references buildings (id) on delete cascade,
  -- as the contract's keyOfEntry names it
  key text not null,
  number bigint not null check (number > 0),
  -- the entry as JSON, as it is signed and told; null for one that is gone
  body text,
  -- SHA-256 of key and body, in hexadecimal; null for one that is gone
  digest text check (digest ~ '^[0-9a-f]{64}$'),
  -- of cards and of their holders, also when they are gone: a fact may come late
  holder_id uuid,
  card_id uuid,
  primary key (building_id, key),
  check ((body is null) = (digest is null))
);
create unique index access_entries_number on access_entries (building_id, number);
create index access_entries_holder on access_entries (holder_id, building_id);
create index access_entries_card on access_entries (card_id);

create table access_heads (
  building_id uuid primary key references buildings (id) on delete cascade,
  -- milliseconds since 1970: when this story of numbers began
  epoch bigint not null check (epoch >= 0),
  number bigint not null check (number >= 0),
  -- of all entries that are not gone
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  changed_at timestamptz not null
);

-- what the building's controller last said that it has (epoch, number, digest), and when
alter table controllers
  add column access jsonb,
  add column access_at timestamptz;

alter table files drop constraint files_kind_check;
alter table files add constraint files_kind_check
  check (kind in ('profile', 'plan', 'opening', 'visitor', 'document', 'visit', 'intrusion', 'access'));

-- Whoever held something to a reader, and what came of it.
create table access_events (
  -- the controller's own name for it; what was granted opens under the same
  id uuid primary key,
  building_id uuid not null references buildings (id) on delete cascade,
  door_id uuid references doors (id) on delete set null,
  -- as it was called then; null for a door that was gone when it was told
  door_name text,
  -- one of this building's list, and whose it was; the card may be gone since
  card_id uuid,
  user_id uuid references users (id) on delete set null,
  -- as it was read, where nobody knows it
  tag text check (char_length(tag) between 1 and 64),
  outcome text not null check (outcome in ('granted', 'unknown', 'suspended', 'expired', 'not-this-door', 'not-now',
    'door-locked', 'offline-too-long', 'clock-untrusted')),
  -- decided while the server was away
  is_offline boolean not null,
  occurred_at timestamptz not null,
  -- what the controller said, where that cannot be
  told_at timestamptz,
  picture_file_id uuid references files (id),
  has_broken_picture boolean not null default false,
  created_at timestamptz not null default now()
);
create index access_events_newest on access_events (occurred_at desc, id desc) include (user_id);
create index access_events_of_building on access_events (building_id, occurred_at desc, id desc) include (user_id);
create index access_events_user on access_events (user_id, occurred_at desc, id desc);
create index access_events_door on access_events (door_id);
create index access_events_picture on access_events (picture_file_id);
