-- Clips: some seconds of a camera around what happened. They lie at their controller, and here once somebody asked.

alter table buildings add column keeps_clips boolean not null default true;
alter table buildings add column clips_kept_days integer not null default 14
  check (clips_kept_days between 1 and 90);
-- what is fetched by itself, by why it was kept
alter table buildings add column clips_fetched text[] not null default '{}'
  check (clips_fetched <@ array['opening', 'intrusion', 'ring', 'alarm']);

alter table files drop constraint files_kind_check;
alter table files add constraint files_kind_check
  check (kind in ('profile', 'plan', 'opening', 'visitor', 'document', 'visit', 'intrusion', 'access', 'pass', 'logbook',
    'parcel', 'clip'));

create table clips (
  -- the controller's own name for it, or what it was asked under
  id uuid primary key,
  building_id uuid not null references buildings (id) on delete cascade,
  -- null once that one is gone, and with it what only it had
  controller_id uuid references controllers (id) on delete set null,
  camera_id uuid references cameras (id) on delete set null,
  -- as it was called then
  camera_name text not null,
  cause text not null check (cause in ('opening', 'intrusion', 'ring', 'alarm')),
  -- of the opening, the intrusion, the ringing or the alarm: told before or after this, or never
  cause_id uuid not null,
  started_at timestamptz not null,
  ended_at timestamptz not null check (ended_at >= started_at),
  -- what the controller said of its beginning, where that cannot be
  told_at timestamptz,
  codec text not null check (codec in ('h264', 'h265')),
  bytes integer not null check (bytes > 0),
  sha256 bytea not null check (length(sha256) = 32),
  is_whole boolean not null,
  -- all of it is here, and is what the controller said
  fetched_at timestamptz,
  -- the controller has it no more
  dropped_at timestamptz,
  dropped_why text check (dropped_why in ('age', 'space', 'broken')),
  -- what came was not what the controller said: it is asked for again by people alone
  damaged_at timestamptz,
  -- the process that fetches it, and until when it is believed to
  fetching_node uuid,
  fetching_until timestamptz,
  check ((dropped_at is null) = (dropped_why is null)),
  check ((fetching_node is null) = (fetching_until is null))
);
create index clips_of_building on clips (building_id, started_at);
create index clips_of_camera on clips (camera_id, started_at desc, id desc);
create index clips_of_controller on clips (controller_id);
create index clips_of_cause on clips (cause_id);

-- Its bytes, so far as they are here: one after the other, each a file by itself, so that none is ever in memory whole.
create table clip_pieces (
  clip_id uuid not null references clips (id) on delete cascade,
  position integer not null check (position >= 0),
  bytes integer not null check (bytes > 0),
  file_id uuid not null references files (id),
  primary key (clip_id, position)
);
create index clip_pieces_file on clip_pieces (file_id);

create index intrusion_events_of_camera on intrusion_events (camera_id, started_at);
