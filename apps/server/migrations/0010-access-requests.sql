-- Who decided about a space that somebody asked for, and when; and when one that was given ended.

alter table spaces
  add column decided_by uuid references users (id) on delete set null,
  add column decided_at timestamptz,
  add column ended_at timestamptz,
  -- what waits has not been decided
  add check (status <> 'PENDING' or decided_at is null);

-- of several that wait for one person in one place, the newest is the one that they mean
update spaces set status = 'ENDED', ended_at = now()
where status = 'PENDING' and id not in (
  select distinct on (user_id, building_id, apartment_id) id
  from spaces where status = 'PENDING'
  order by user_id, building_id, apartment_id, created_at desc, id desc);

create unique index spaces_one_pending on spaces
  (user_id, building_id, coalesce(apartment_id, '00000000-0000-0000-0000-000000000000'))
  where status = 'PENDING';

-- lists of those who wait, the longest first
create index spaces_pending_building on spaces (building_id, created_at, id) where status = 'PENDING';
create index spaces_pending_apartment on spaces (apartment_id, created_at, id) where status = 'PENDING';
-- stays that end by themselves
create index spaces_ending on spaces (ends_at) where status = 'APPROVED' and ends_at is not null;
