-- What a person calls a device by, as its browser said when it was registered.
alter table push_devices add column name text not null default 'Dispositivo';
alter table push_devices add column form text not null default 'computer' check (form in ('phone', 'tablet', 'computer'));
-- Devices of sessions that are over are looked for.
create index push_devices_session on push_devices (session_id);

-- 'Probar mi timbre': a person makes their own devices ring.
create table bell_tests (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  started_at timestamptz not null,
  expires_at timestamptz not null
);
create index bell_tests_started on bell_tests (started_at);
create index bell_tests_user on bell_tests (user_id);

-- Each device that was registered then, and each open app that answered without being registered.
create table bell_test_devices (
  id uuid primary key,
  test_id uuid not null references bell_tests (id) on delete cascade,
  session_id uuid not null references sessions (id) on delete cascade,
  name text not null,
  form text not null check (form in ('phone', 'tablet', 'computer')),
  -- null for an app that is open and not registered for pushes
  registered_at timestamptz,
  -- the push in the outbox; its outcome tells whether it left
  message_id uuid,
  arrived_at timestamptz,
  heard_at timestamptz
);
create index bell_test_devices_test on bell_test_devices (test_id);
create index bell_test_devices_session on bell_test_devices (session_id);
-- An open app is one line, however many of its tabs answer.
create unique index bell_test_devices_app on bell_test_devices (test_id, session_id) where message_id is null;
