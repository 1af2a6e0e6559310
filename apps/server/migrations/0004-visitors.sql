-- Who stands at the door during a call, calls to the lobby, and what the history of calls asks for.

alter table files drop constraint files_kind_check;
alter table files add constraint files_kind_check
  check (kind in ('profile', 'plan', 'opening', 'visitor', 'document'));

-- somebody of the building calls its lobby; apartment_id is then where the caller lives
alter table calls add column is_to_lobby boolean not null default false;
create index calls_apartment on calls (apartment_id, created_at desc);

-- People whom an apartment let in, or who were written down at the door. Face and document always: the
-- table itself says that nobody is a visitor without both.
create table visitors (
  id uuid primary key,
  apartment_id uuid not null references apartments (id) on delete cascade,
  type text not null check (type in ('VISITANTE_CONOCIDO', 'VISITANTE_DESCONOCIDO')),
  name text check (char_length(name) between 1 and 120),
  photo_file_id uuid not null references files (id),
  document_file_id uuid not null references files (id),
  -- the call during which they stood at the door
  call_id uuid references calls (id) on delete set null,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null,
  check (type = 'VISITANTE_DESCONOCIDO' or name is not null)
);
create index visitors_known on visitors (apartment_id) where type = 'VISITANTE_CONOCIDO';
create index visitors_call on visitors (call_id);

-- who was let in by this press, as the one who pressed said
alter table door_orders add column visitor_id uuid references visitors (id) on delete set null;
create index door_orders_call on door_orders (call_id) where call_id is not null;
