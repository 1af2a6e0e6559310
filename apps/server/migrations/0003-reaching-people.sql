-- Messages to people who do not hear the socket, and the calls that they answer by telephone.

-- may the automatic phone call open the entrance?
alter table buildings add column opens_by_phone boolean not null default true;

-- how it was answered: on a device, or with a key of the telephone
alter table calls add column answered_by text check (answered_by in ('app', 'telefono'));
update calls set answered_by = 'app' where answered_at is not null;

-- Devices that take pushes for a person, as long as the session lives that registered them.
create table push_devices (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  session_id uuid not null references sessions (id) on delete cascade,
  kind text not null check (kind in ('web', 'fcm')),
  -- a browser's subscription as JSON, or a token of Firebase
  token text not null check (octet_length(token) <= 2000),
  -- SHA-256 of what names the device: one device is one person's, who registered it last
  token_hash bytea not null unique,
  registered_at timestamptz not null
);
create index push_devices_user on push_devices (user_id);

-- Messages on their way. Written in the transaction of the deed that they tell of.
create table outbox (
  id uuid primary key,
  channel text not null check (channel in ('mail', 'push', 'sms', 'voice')),
  -- a number, an address, or for a push the id of the device
  recipient text not null,
  -- subject, body and data are emptied when the message is settled
  subject text not null,
  body text not null,
  data jsonb not null default '{}',
  user_id uuid references users (id) on delete cascade,
  -- the call it is about: when that is decided, what still waits is not sent
  call_id uuid references calls (id) on delete cascade,
  created_at timestamptz not null,
  attempts integer not null default 0,
  -- while one process tries, no other does until then
  next_attempt_at timestamptz not null,
  expires_at timestamptz not null,
  settled_at timestamptz,
  -- accepted: the provider took it; outbox: a file of the demonstration; undelivered: there is no provider
  outcome text check (outcome in ('accepted', 'outbox', 'undelivered', 'failed', 'expired', 'withdrawn')),
  -- the provider's own name for it
  provider_id text,
  check ((settled_at is null) = (outcome is null))
);
create index outbox_waiting on outbox (next_attempt_at) where settled_at is null;
create index outbox_of_call on outbox (call_id) where settled_at is null;
create index outbox_settled on outbox (settled_at) where settled_at is not null;

-- The ways by which a ringing call has been sent to its person: each once a call.
create table call_legs (
  call_id uuid not null references calls (id) on delete cascade,
  channel text not null check (channel in ('push', 'voice', 'sms')),
  begun_at timestamptz not null,
  -- a provider took it
  reached_at timestamptz,
  -- the one press by which the telephone opens the door in this call
  opening_request_id uuid,
  primary key (call_id, channel)
);
create index calls_rung on calls (rung_at) where status = 'ENTRANTE';
