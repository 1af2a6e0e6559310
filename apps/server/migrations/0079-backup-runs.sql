-- How the last backups went, also those that a person asked for: whoever runs the server is told when there is none.
create table backup_runs (
  id uuid primary key,
  started_at timestamptz not null,
  ended_at timestamptz not null check (ended_at >= started_at),
  -- the archive's length; null when none was made
  bytes bigint check (bytes > 0),
  -- pictures that were named and not there
  lost integer not null default 0 check (lost >= 0),
  -- a word that says why none was made
  failure text,
  check ((bytes is null) = (failure is not null))
);
create index backup_runs_started on backup_runs (started_at);
