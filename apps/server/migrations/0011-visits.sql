-- Visits: asked for with a picture, good for one day in one building, authorised once by its lobby.

create table visits (
  id uuid primary key,
  building_id uuid not null references buildings (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  -- the code under a key that is not in this database; null once a new code took its place
  code_digest bytea,
  -- null when it was kept long enough
  photo_file_id uuid references files (id),
  -- in the building's time zone, and the end of that day
  day date not null,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  replaced_at timestamptz,
  authorised_at timestamptz,
  authorised_by uuid references users (id) on delete set null,
  -- names the press that authorised it, so that the same press sent again is known
  authorise_request_id uuid,
  check (expires_at > requested_at),
  check ((replaced_at is null) = (code_digest is not null)),
  check (authorised_at is null or replaced_at is null),
  check (authorised_at is not null or (authorised_by is null and authorise_request_id is null))
);
-- no two visits of a building answer to one code; the digest holds the day
create unique index visits_code on visits (building_id, code_digest);
-- one live code for a person in a building
create unique index visits_one_live on visits (building_id, user_id, day)
  where replaced_at is null and authorised_at is null;
create index visits_of_day on visits (building_id, day, requested_at desc);
create index visits_pictures on visits (requested_at) where photo_file_id is not null;

-- the visit for which the lobby opened
alter table door_orders add column visit_id uuid references visits (id) on delete set null;
