-- From when to when a building's records are not whole: a backup was restored, and what controllers had told since is lost.
create table record_gaps (
  building_id uuid not null references buildings (id) on delete cascade,
  began_at timestamptz not null,
  ended_at timestamptz not null check (ended_at > began_at),
  primary key (building_id, ended_at)
);

-- A restore of an archive that is older than this table could write it into the audit alone.
insert into record_gaps (building_id, began_at, ended_at)
select buildings.id, (detail ->> 'from')::timestamptz, at
from audit_lines cross join buildings
where action = 'audit.restored' and (detail ->> 'from')::timestamptz < at and buildings.created_at < at
on conflict do nothing;
