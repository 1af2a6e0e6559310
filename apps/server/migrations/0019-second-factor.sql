-- What platform administrators show besides their password.
create table second_factors (
  user_id uuid primary key references users (id) on delete cascade,
  -- encrypted under a key outside the database; null until one was confirmed
  secret bytea,
  confirmed_at timestamptz,
  -- the step of 30 s whose code was used last: none is taken twice, nor one before it
  last_step bigint not null default 0,
  -- a new one, offered and not confirmed yet
  offered bytea,
  offered_until timestamptz,
  check ((secret is null) = (confirmed_at is null)),
  check ((offered is null) = (offered_until is null))
);

-- Codes for who lost the device, each good once. HMAC under a key outside the database.
create table recovery_codes (
  user_id uuid not null references second_factors (user_id) on delete cascade,
  digest bytea not null,
  used_at timestamptz,
  primary key (user_id, digest)
);
