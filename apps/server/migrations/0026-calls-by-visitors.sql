-- Who rings a home by themselves, and how often; a home may shut out who does.
alter table calls
  -- a visitor whom this home had not admitted when they rang: neither telephone nor SMS
  add column is_unverified boolean not null default false,
  -- the home had blocked who called: it rang nowhere
  add column is_blocked boolean not null default false,
  -- how often its caller asked for it to ring
  add column rung_times integer not null default 0;

-- how often one person has rung lately
create index calls_caller on calls (caller_id, created_at);

-- Callers whom a home does not want to hear any more.
create table blocked_callers (
  apartment_id uuid not null references apartments (id) on delete cascade,
  caller_id uuid not null references users (id) on delete cascade,
  blocked_by uuid references users (id) on delete set null,
  blocked_at timestamptz not null,
  primary key (apartment_id, caller_id)
);
create index blocked_callers_caller on blocked_callers (caller_id);

-- A person stands in one running call: of several that run now, the one answered last stays.
update calls set status = 'TERMINADA', ended_at = now(), deserted_at = null
where status = 'CONTESTADA' and answered_by = 'app' and exists (
  select from calls as later
  where later.status = 'CONTESTADA' and later.answered_by = 'app'
    and (later.answered_at, later.id) > (calls.answered_at, calls.id)
    and (later.caller_id in (calls.caller_id, calls.callee_id)
      or later.callee_id in (calls.caller_id, calls.callee_id)));
create unique index calls_one_running_of_caller on calls (caller_id)
  where status = 'CONTESTADA' and answered_by = 'app';
create unique index calls_one_running_of_callee on calls (callee_id)
  where status = 'CONTESTADA' and answered_by = 'app';
