-- When somebody does not want to be told of ordinary things, and what waits meanwhile.

create table quiet_hours (
  user_id uuid primary key references users (id) on delete cascade,
  -- hours of the week by the clock of one place (QuietHours)
  hours jsonb not null
);

create table held_notices (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  -- what the push would have said: encrypted as that of the outbox is
  words bytea not null,
  created_at timestamptz not null,
  -- the end of the hours in which it came
  due_at timestamptz not null
);
create index held_notices_due on held_notices (due_at);
create index held_notices_user on held_notices (user_id);
