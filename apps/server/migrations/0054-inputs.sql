-- Exit buttons, fire panels, tamper and battery contacts of a building.
create table inputs (
  id uuid primary key,
  building_id uuid not null references buildings (id) on delete cascade,
  name text not null,
  kind text not null check (kind in ('exit-button', 'fire-panel', 'tamper', 'low-battery')),
  -- null for one that is the whole building's
  door_id uuid references doors (id) on delete cascade,
  -- how it is read; an address in it is closed
  driver jsonb not null,
  -- the circuit's state while nothing is the matter
  rest text not null check (rest in ('open', 'closed')),
  debounce_ms integer not null check (debounce_ms between 0 and 5000),
  created_at timestamptz not null default now(),
  check (kind <> 'exit-button' or door_id is not null)
);
create index inputs_of_building on inputs (building_id, name);
create index inputs_door on inputs (door_id);

-- What an input noticed stands beside what cameras and doors did. The name is the one that it had then.
alter table intrusion_events drop constraint intrusion_events_kind_check;
alter table intrusion_events add constraint intrusion_events_kind_check
  check (kind in ('motion', 'door-forced', 'door-held', 'fire', 'tamper', 'low-battery', 'button-stuck'));
alter table intrusion_events add column input_id uuid references inputs (id) on delete set null;
alter table intrusion_events add column input_name text;
create index intrusion_events_input on intrusion_events (input_id);
