-- Passwords forgotten and set again, addresses that wait to be confirmed, and where people are signed in.

-- written a few times an hour at most, and what the browser said of itself at sign-in
alter table sessions add column last_used_at timestamptz;
alter table sessions add column user_agent text not null default '';

-- Somebody asked for a new password. Looked at a moment after they were answered, whoever the cédula
-- belongs to, so that the answer tells nothing; deleted then.
create table recovery_requests (
  id uuid primary key,
  cedula text not null,
  asked_at timestamptz not null
);

-- The secrets of links that were sent to people. A new one takes the place of an older one.
create table link_tokens (
  user_id uuid not null references users (id) on delete cascade,
  purpose text not null check (purpose in ('password', 'email')),
  -- SHA-256 of the secret; deleted when it is used
  token_hash bytea not null unique,
  -- the address that it confirms
  email text check ((email is not null) = (purpose = 'email')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (user_id, purpose)
);
create index link_tokens_old on link_tokens (expires_at);
