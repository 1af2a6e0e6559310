-- Sessions are let go some time after they were over, those of guests sooner (features/auth/session-tidying.ts).
create index sessions_over on sessions (least(ended_at, expires_at)) where pass_id is null and sign_id is null;
create index sessions_over_of_guests on sessions (least(ended_at, expires_at))
  where pass_id is not null or sign_id is not null;
