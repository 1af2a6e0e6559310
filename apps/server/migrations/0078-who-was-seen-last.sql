-- The administration puts people in the order in which they came, and in which they were last here.
create index users_by_creation on users (created_at, id) where user_type = 'USER';

-- When somebody last used a session: beside the people, whose rows are searched by words and would be written anew
-- with all of their indexes each time. Everybody has a row, so that the order is one index.
create table people_seen (
  user_id uuid primary key references users (id) on delete cascade,
  seen_at timestamptz not null default '-infinity'
);

insert into people_seen (user_id, seen_at)
select users.id, coalesce(max(coalesce(sessions.last_used_at, sessions.created_at)), '-infinity')
from users left join sessions on sessions.user_id = users.id
where users.user_type = 'USER'
group by users.id;

create index people_seen_latest on people_seen (seen_at, user_id);

create function people_who_came_are_unseen() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into people_seen (user_id) select id from came where user_type = 'USER' on conflict do nothing;
  return null;
end $$;
create trigger users_came_unseen after insert on users
  referencing new table as came for each statement execute function people_who_came_are_unseen();

create function person_of_session_was_seen() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  update people_seen set seen_at = coalesce(new.last_used_at, new.created_at)
  where user_id = new.user_id and seen_at < coalesce(new.last_used_at, new.created_at);
  return null;
end $$;
create trigger sessions_began after insert on sessions
  for each row execute function person_of_session_was_seen();
create trigger sessions_were_used after update of last_used_at on sessions
  for each row execute function person_of_session_was_seen();
