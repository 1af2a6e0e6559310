-- 'Avísame si…': what the people of a home want to be told of. What happened is not written here: it is told, and gone.

-- It stands on one stay in one home: with the space it ends, and another stay begins without it.
create table notice_rules (
  space_id uuid not null references spaces (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  kind text not null check (kind in ('arrivals', 'guests', 'doors')),
  -- of guests also the first of each pass alone
  tells text not null check (tells in ('no', 'first', 'every')),
  -- hours of the week by the building's clock (WeeklyHours); none of them is always
  hours jsonb not null,
  -- how many were told in the hour that began then: no more than so many are
  told int not null default 0,
  hour_began timestamptz,
  primary key (space_id, kind),
  check (kind = 'guests' or tells <> 'first')
);
create index notice_rules_user on notice_rules (user_id);

-- Who wants to know when somebody of the same home comes home, and whether that person lets them.
create table arrival_watches (
  space_id uuid not null references spaces (id) on delete cascade,
  watcher_id uuid not null references users (id) on delete cascade,
  watched_id uuid not null references users (id) on delete cascade,
  -- the stay of whoever is watched; null for who carries a card and has no account
  watched_space_id uuid references spaces (id) on delete cascade,
  state text not null check (state in ('asked', 'allowed', 'refused')),
  asked_at timestamptz not null,
  -- the person themselves, or a leader of the home for who has no account
  decided_by uuid references users (id) on delete set null,
  decided_at timestamptz,
  primary key (space_id, watched_id),
  check (watcher_id <> watched_id),
  check ((state = 'asked') = (decided_at is null))
);
create index arrival_watches_watched on arrival_watches (watched_id);
create index arrival_watches_watcher on arrival_watches (watcher_id);
create index arrival_watches_watched_space on arrival_watches (watched_space_id) where watched_space_id is not null;
create index arrival_watches_decided_by on arrival_watches (decided_by) where decided_by is not null;
