-- Keys on administrators' devices, shown as a second factor besides the password.
create table passkeys (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  -- as browsers name it, in base64url
  credential_id text not null unique,
  -- in COSE, as the device gave it; the private half never leaves the device
  public_key bytea not null,
  name text not null,
  transports text[] not null,
  -- how often the device says it was used: a step back tells of a copy
  uses bigint not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_of_user on passkeys (user_id);

-- What a device has to sign next: one for each purpose, gone with the first answer.
create table passkey_challenges (
  user_id uuid not null references users (id) on delete cascade,
  purpose text not null check (purpose in ('registration', 'sign-in')),
  challenge text not null,
  expires_at timestamptz not null,
  primary key (user_id, purpose)
);
