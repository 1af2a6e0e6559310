-- What a controller told and could not be kept, so that what it told afterwards could be. Its pictures are not here.
create table facts_set_aside (
  id uuid primary key,
  controller_id uuid not null references controllers (id) on delete cascade,
  -- the number under which it was told
  seq bigint not null,
  -- as it was told; null where even that could not be read
  kind text,
  reason text not null check (reason in ('unreadable', 'picture', 'database', 'file', 'fault')),
  -- what the database or the system calls it
  fault text,
  -- the fact as JSON, as far as it is short enough
  body text,
  set_aside_at timestamptz not null
);
create index facts_set_aside_recent on facts_set_aside (set_aside_at);
create index facts_set_aside_controller on facts_set_aside (controller_id, set_aside_at);
