-- Roles that wait until whoever they are meant for accepts them at the address that the inviter typed.

create table invitations (
  id uuid primary key,
  building_id uuid not null references buildings (id) on delete cascade,
  apartment_id uuid,
  role text not null check (role in (
    'RESIDENTE_LIDER', 'RESIDENTE', 'RESIDENTE_TEMPORAL', 'PROPIETARIO', 'ADMINISTRADOR', 'CONSERJE',
    'ACCIONISTA', 'EMPLEADO_ADMINISTRATIVO', 'SERVICIOS', 'POLICIA', 'PORTERIA')),
  -- what the inviter typed; an account is made of it when it is accepted, and none before
  cedula text not null check (cedula <> ''),
  document_type text not null,
  name text not null check (name <> ''),
  email text not null,
  phone text not null,
  -- until when the role is held; null for ever
  ends_at timestamptz,
  invited_by uuid references users (id) on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- SHA-256 of the link's secret; null where no address was typed that a link could be sent to
  token_hash bytea unique,
  -- the code that proves an address: the newest alone, for a few minutes, under a key that is not in the database
  code_digest bytea,
  code_way text check (code_way in ('mail', 'sms')),
  code_expires_at timestamptz,
  code_tries integer not null default 0,
  foreign key (apartment_id, building_id) references apartments (id, building_id) on delete cascade,
  check (role not in ('RESIDENTE_LIDER', 'RESIDENTE', 'RESIDENTE_TEMPORAL', 'PROPIETARIO')
    or apartment_id is not null),
  check ((code_digest is null) = (code_way is null) and (code_digest is null) = (code_expires_at is null))
);
create unique index invitations_one on invitations
  (building_id, coalesce(apartment_id, '00000000-0000-0000-0000-000000000000'), role, cedula);
create index invitations_listed on invitations (building_id, created_at desc, id desc);
create index invitations_apartment on invitations (apartment_id) where apartment_id is not null;
create index invitations_cedula on invitations (cedula);
create index invitations_old on invitations (expires_at);

-- Cards that are given together with the role.
create table invitation_cards (
  tag text primary key check (tag ~ '^[0-9A-F]{4,64}$'),
  invitation_id uuid not null references invitations (id) on delete cascade,
  type text not null check (type in ('CAR', 'PERSON'))
);
create index invitation_cards_of on invitation_cards (invitation_id);
