-- People, places, doors, cameras, controllers, calls, and the record of what was done.
-- Ids are UUID version 7, made by the application.

-- A-2 before A-10, and letters as Spanish orders them
create collation natural_order (provider = icu, locale = 'es-u-kn-true');

create table settings (
  name text primary key,
  value text not null
);

create table files (
  id uuid primary key,
  -- what the picture shows decides who may see it and how long it is kept
  kind text not null check (kind in ('profile', 'plan', 'opening')),
  media_type text not null,
  bytes integer not null check (bytes >= 0),
  created_at timestamptz not null default now()
);

create table buildings (
  id uuid primary key,
  name text not null check (name <> ''),
  address1 text not null default '',
  city text not null default '',
  state text not null default '',
  type text not null default 'RESIDENTIAL' check (type in ('RESIDENTIAL', 'MIXED', 'OFFICE')),
  time_zone text not null default 'America/Bogota',
  is_demonstration boolean not null default false,
  created_at timestamptz not null default now()
);
create unique index buildings_name on buildings (lower(name));

create table towers (
  id uuid primary key,
  building_id uuid not null references buildings (id) on delete cascade,
  name text not null check (name <> ''),
  unique (building_id, name),
  unique (id, building_id)
);

create table floors (
  id uuid primary key,
  tower_id uuid not null references towers (id) on delete cascade,
  name text not null check (name <> ''),
  plan_file_id uuid references files (id),
  unique (tower_id, name),
  unique (id, tower_id)
);

create table apartments (
  id uuid primary key,
  building_id uuid not null,
  tower_id uuid not null,
  floor_id uuid not null,
  name text not null check (name <> ''),
  address text not null default '',
  apartment_type text not null default 'APARTMENT'
    check (apartment_type in ('APARTMENT', 'HOUSE', 'OFFICE', 'SHOP')),
  -- somebody approved leads or owns it
  active boolean not null default false,
  -- an apartment's tower and floor are always of its own building
  foreign key (tower_id, building_id) references towers (id, building_id) on delete cascade,
  foreign key (floor_id, tower_id) references floors (id, tower_id) on delete cascade,
  unique (tower_id, name),
  unique (id, building_id)
);
create index apartments_building on apartments (building_id);
create index apartments_floor on apartments (floor_id);

create table users (
  id uuid primary key,
  cedula text not null unique check (cedula <> ''),
  document_type text not null default 'CEDULA_CIUDADANIA',
  name text not null,
  email text not null default '',
  phone text not null default '',
  user_type text not null default 'USER' check (user_type in ('USER', 'ADMIN')),
  -- argon2id; null for who has not set one
  password_hash text,
  photo_file_id uuid references files (id),
  active boolean not null default true,
  verified boolean not null default false,
  is_demonstration boolean not null default false,
  token_firebase text,
  created_at timestamptz not null default now()
);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index sessions_user on sessions (user_id) where ended_at is null;

-- One role of one person in one building or apartment.
create table spaces (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  role text not null check (role in (
    'RESIDENTE_LIDER', 'RESIDENTE', 'RESIDENTE_TEMPORAL', 'PROPIETARIO', 'VISITANTE_CONOCIDO',
    'VISITANTE_DESCONOCIDO', 'ADMINISTRADOR', 'CONSERJE', 'ACCIONISTA', 'EMPLEADO_ADMINISTRATIVO',
    'SERVICIOS', 'POLICIA', 'PORTERIA')),
  building_id uuid not null references buildings (id) on delete cascade,
  apartment_id uuid,
  status text not null default 'PENDING' check (status in ('PENDING', 'APPROVED', 'REJECTED', 'ENDED')),
  -- an owner who says that they live there is rung too
  lives_here boolean not null default true,
  ends_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz not null default now(),
  foreign key (apartment_id, building_id) references apartments (id, building_id) on delete cascade,
  -- a resident's role is in an apartment, a doorman's in a building
  check (role not in ('RESIDENTE_LIDER', 'RESIDENTE', 'RESIDENTE_TEMPORAL', 'PROPIETARIO')
    or apartment_id is not null)
);
create index spaces_user on spaces (user_id) where status = 'APPROVED';
create index spaces_apartment on spaces (apartment_id) where status = 'APPROVED';
create index spaces_building on spaces (building_id) where status = 'APPROVED';
create unique index spaces_one_live on spaces
  (user_id, building_id, coalesce(apartment_id, '00000000-0000-0000-0000-000000000000'), role)
  where status in ('PENDING', 'APPROVED');

create table controllers (
  id uuid primary key,
  building_id uuid not null unique references buildings (id) on delete cascade,
  -- SHA-256 of the one-time code; once it was traded, only the same key may ask with it again
  pairing_code_hash bytea unique,
  pairing_expires_at timestamptz,
  -- base64url x of the Ed25519 public key
  public_key text,
  version text,
  last_seen_at timestamptz,
  -- every fact up to this number is in this database
  acknowledged bigint not null default 0,
  created_at timestamptz not null default now()
);

create table cameras (
  id uuid primary key,
  building_id uuid not null references buildings (id) on delete cascade,
  name text not null check (name <> ''),
  -- how the controller obtains pictures; may hold a camera's password, so it goes to the controller only
  source jsonb not null,
  frames_per_second real not null default 10 check (frames_per_second > 0 and frames_per_second <= 30),
  width integer not null default 1280 check (width between 160 and 1920),
  position integer not null default 0,
  unique (id, building_id)
);
create index cameras_building on cameras (building_id);

create table doors (
  id uuid primary key,
  building_id uuid not null,
  tower_id uuid not null,
  floor_id uuid not null,
  name text not null check (name <> ''),
  -- the controller's relay; with $ the door can also be closed
  local_id text not null check (local_id <> ''),
  scope text not null default 'building' check (scope in ('building', 'tower', 'floor')),
  lock_type text not null default 'fail-secure' check (lock_type in ('fail-safe', 'fail-secure')),
  pulse_ms integer not null default 1000 check (pulse_ms between 50 and 60000),
  relay jsonb not null default '{"kind":"simulated"}',
  -- percent from the left and from the top of the floor's plan
  plan_left real not null default 50 check (plan_left between 0 and 100),
  plan_top real not null default 50 check (plan_top between 0 and 100),
  foreign key (tower_id, building_id) references towers (id, building_id) on delete cascade,
  foreign key (floor_id, tower_id) references floors (id, tower_id) on delete cascade,
  unique (building_id, local_id),
  unique (id, building_id)
);

create table door_cameras (
  door_id uuid not null,
  camera_id uuid not null,
  building_id uuid not null,
  position integer not null default 0,
  primary key (door_id, camera_id),
  foreign key (door_id, building_id) references doors (id, building_id) on delete cascade,
  foreign key (camera_id, building_id) references cameras (id, building_id) on delete cascade
);

-- A call is to one person; those that one caller made to one apartment at once share a ringing.
create table calls (
  id uuid primary key,
  ringing_id uuid not null,
  building_id uuid not null references buildings (id) on delete cascade,
  apartment_id uuid references apartments (id) on delete set null,
  caller_id uuid not null references users (id) on delete cascade,
  caller_session_id uuid references sessions (id) on delete set null,
  callee_id uuid not null references users (id) on delete cascade,
  callee_session_id uuid references sessions (id) on delete set null,
  space_id uuid references spaces (id) on delete set null,
  is_from_lobby boolean not null,
  status text not null default 'ENTRANTE'
    check (status in ('ENTRANTE', 'CONTESTADA', 'RECHAZADA', 'PERDIDA', 'TERMINADA')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  answered_at timestamptz,
  ended_at timestamptz,
  -- both sides have been gone since; the call ends when that has lasted (null while one is there)
  deserted_at timestamptz,
  check (caller_id <> callee_id)
);
-- whoever was first is decided here: one answered call in a ringing
create unique index calls_one_answered on calls (ringing_id) where status = 'CONTESTADA';
create unique index calls_one_ringing on calls (caller_id, callee_id, apartment_id) where status = 'ENTRANTE';
create index calls_ringing on calls (ringing_id);
create index calls_due on calls (expires_at) where status = 'ENTRANTE';
create index calls_running on calls (deserted_at) where status = 'CONTESTADA';
create index calls_callee on calls (callee_id, created_at desc);

-- One attempt to move one relay. Kept: it is what the audit points at. Never sent from here.
create table door_orders (
  id uuid primary key,
  building_id uuid not null,
  door_id uuid not null,
  requested_by uuid not null references users (id) on delete cascade,
  request_id uuid,
  call_id uuid references calls (id) on delete set null,
  action integer not null check (action in (200, 201)),
  outcome text check (outcome in ('moved', 'failed', 'expired', 'late', 'no-answer', 'offline')),
  issued_at timestamptz not null,
  settled_at timestamptz,
  foreign key (door_id, building_id) references doors (id, building_id) on delete cascade
);
create unique index door_orders_press on door_orders (requested_by, request_id) where request_id is not null;
-- presses by one person on one door while an order is pending share its result
create unique index door_orders_pending on door_orders (requested_by, door_id, action) where outcome is null;

create table open_door_events (
  -- the controller's own name for this opening
  id uuid primary key,
  building_id uuid not null references buildings (id) on delete cascade,
  door_id uuid references doors (id) on delete set null,
  door_name text not null,
  order_id uuid references door_orders (id) on delete set null,
  user_id uuid references users (id) on delete set null,
  apartment_id uuid references apartments (id) on delete set null,
  origin text not null check (origin in ('APP', 'CARD', 'CALL', 'CODE', 'BUTTON', 'SCHEDULE', 'UNKNOWN')),
  occurred_at timestamptz not null,
  picture_file_id uuid references files (id),
  created_at timestamptz not null default now()
);
create index open_door_events_newest on open_door_events (building_id, occurred_at desc);

-- Who did what, where. Lines hold ids, never personal values.
create table audit_lines (
  id uuid primary key,
  building_id uuid references buildings (id) on delete set null,
  actor_id uuid,
  action text not null,
  subject_id uuid,
  detail jsonb not null default '{}',
  at timestamptz not null default now()
);
create index audit_lines_newest on audit_lines (building_id, at desc);

-- Attempts counted in windows, shared by every server process. Keys are digests.
create table attempts (
  key bytea not null,
  window_start timestamptz not null,
  count integer not null,
  primary key (key, window_start)
);
create index attempts_old on attempts (window_start);
