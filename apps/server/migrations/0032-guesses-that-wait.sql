-- Guessing from many addresses gets slow, and nobody is kept out by what somebody else did.

-- when the last attempt was let through, where a subject's attempts have to wait for each other
alter table attempts add column last_at timestamptz;

-- From where somebody signed in lately: they need not wait for who guesses at their password from elsewhere.
create table sign_in_networks (
  user_id uuid not null references users (id) on delete cascade,
  -- the network under a key that is not in this database: it would say where people are
  network bytea not null,
  last_at timestamptz not null,
  primary key (user_id, network)
);
create index sign_in_networks_old on sign_in_networks (last_at);
