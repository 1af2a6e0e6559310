-- Another phone or mail that an administration proposes for somebody, until it is confirmed there.
create table contact_proposals (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  kind text not null check (kind in ('phone', 'email')),
  -- the phone or mail itself, for as long as it waits: once it is closed nobody needs it here
  address text not null,
  -- whose administration proposed it; null for the platform
  building_id uuid references buildings (id) on delete cascade,
  proposed_by uuid references users (id) on delete set null,
  sent_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > sent_at),
  -- SHA-256 of the link's secret
  token_hash bytea not null unique,
  -- the code that proves it: the newest alone, for a few minutes, under a key that is not in the database
  code_digest bytea,
  code_expires_at timestamptz,
  code_tries integer not null default 0,
  -- how it ended, for who opens the link once more
  ended text check (ended in ('confirmed', 'taken-back')),
  check ((code_digest is null) = (code_expires_at is null)),
  check ((address = '') = (ended is not null)),
  check (ended is null or code_digest is null)
);
-- One that waits of each kind for one person.
create unique index contact_proposals_one on contact_proposals (user_id, kind) where ended is null;
create index contact_proposals_of on contact_proposals (user_id);
create index contact_proposals_building on contact_proposals (building_id) where building_id is not null;
create index contact_proposals_old on contact_proposals (expires_at);
