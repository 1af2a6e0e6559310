-- Alarms that people raise, as cases: who raised, saw, silenced and closed them.

-- the relay of the building's siren, at its controller; null for a building without one
alter table buildings add column siren jsonb;

create table alarms (
  id uuid primary key,
  building_id uuid not null references buildings (id) on delete cascade,
  event text not null check (event in ('INTRUSION', 'EMERGENCY')),
  drill boolean not null,
  raised_at timestamptz not null,
  -- what the controller said last of its siren
  siren text not null default 'unknown' check (siren in ('sounding', 'silent', 'none', 'unknown')),
  silenced_at timestamptz,
  silence_reason text not null default '' check (char_length(silence_reason) <= 500),
  closed_at timestamptz,
  note text not null default '' check (char_length(note) <= 500),
  -- its last news, and up to which of them the connected were told: a process may die in between
  changed_at timestamptz not null,
  announced_at timestamptz,
  check (closed_at is null or silenced_at is not null)
);
-- ten people who raise at once raise one alarm
create unique index alarms_one_active on alarms (building_id, event, drill) where silenced_at is null;
create index alarms_newest on alarms (building_id, raised_at desc, id desc);
create index alarms_to_announce on alarms (changed_at) where announced_at is null or announced_at < changed_at;
create index alarms_unconfirmed on alarms (building_id) where siren = 'unknown';

create table alarm_people (
  alarm_id uuid not null references alarms (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  deed text not null check (deed in ('raised', 'seen', 'silenced', 'closed')),
  -- the home from which they are in the building, as it was then
  apartment_id uuid references apartments (id) on delete set null,
  at timestamptz not null,
  primary key (alarm_id, user_id, deed)
);
