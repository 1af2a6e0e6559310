-- Which keys the files were encrypted, and the audit sealed, with. The last one is in use; none of them lies here.
create table files_keys (
  epoch integer primary key check (epoch > 0),
  -- made of the key, and of no use to find it
  fingerprint text not null,
  taken_up_at timestamptz not null,
  -- the last place of each chain of the audit that was sealed before this key came
  sealed_before jsonb not null default '{}',
  -- HMAC of the above under the key itself
  proof bytea not null
);

-- Each server process writes its line anew when it is asked whether it is ready: a disk that takes nothing shows.
create table write_probes (
  node_id uuid primary key,
  at timestamptz not null
);

-- pictures of openings that were kept long enough
create index open_door_events_old_pictures on open_door_events (occurred_at) where picture_file_id is not null;
