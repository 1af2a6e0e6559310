-- People who sign themselves up.

-- an address is one person's; capitals tell nobody apart
create unique index users_email on users (lower(email)) where email <> '';

-- Which text a person accepted, when, and from where.
create table terms_acceptances (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  version text not null check (version <> ''),
  accepted_at timestamptz not null,
  -- the network address, as far as the trusted proxies tell
  address text not null
);
create index terms_acceptances_user on terms_acceptances (user_id, accepted_at desc);

-- The code with which an account without a password is claimed: the newest alone, for a few minutes.
create table registration_claims (
  user_id uuid primary key references users (id) on delete cascade,
  -- under a key that is not in the database
  code_digest bytea not null,
  expires_at timestamptz not null,
  tries integer not null default 0
);
create index registration_claims_old on registration_claims (expires_at);

-- the sweep asks of each picture whether anything points at it
create index users_photo on users (photo_file_id) where photo_file_id is not null;
create index floors_plan on floors (plan_file_id) where plan_file_id is not null;
create index visitors_photo on visitors (photo_file_id);
create index visitors_document on visitors (document_file_id);
create index open_door_events_picture on open_door_events (picture_file_id) where picture_file_id is not null;
