-- What is left at a lobby for a home, until somebody takes it.

create table parcels (
  id uuid primary key,
  building_id uuid not null references buildings (id) on delete cascade,
  -- null for a home that is gone
  apartment_id uuid references apartments (id) on delete set null,
  -- the home that it was written down for first, whatever became of it: names the press, with the next one
  first_home uuid not null,
  request_id uuid not null,
  received_by uuid references users (id) on delete set null,
  received_at timestamptz not null,
  kind text not null check (kind in ('package', 'envelope', 'delivery', 'groceries', 'document', 'bill', 'other')),
  bill text check (bill in ('electricity', 'water', 'gas', 'internet', 'administration')),
  -- the act that left one for every home; null for what came alone
  round_id uuid,
  carrier text not null check (length(carrier) <= 60),
  place text not null check (length(place) <= 60),
  -- null once it was kept long enough
  note text check (length(note) <= 200),
  label_file_id uuid references files (id),
  -- that the home was reminded, after two days and after seven
  first_reminder_at timestamptz,
  second_reminder_at timestamptz,
  outcome text check (outcome in ('handed-over', 'returned')),
  closed_at timestamptz,
  closed_by uuid references users (id) on delete set null,
  taken_by text check (length(taken_by) between 1 and 80),
  proof text check (proof in ('code', 'signature')),
  -- whose code was shown
  code_of uuid references users (id) on delete set null,
  signature_file_id uuid references files (id),
  check ((outcome is null) = (closed_at is null)),
  check (outcome is not null or (proof is null and taken_by is null and signature_file_id is null)),
  check ((kind = 'bill' and round_id is not null) = (bill is not null))
);
create unique index parcels_request on parcels (received_by, request_id, first_home);
create index parcels_building on parcels (building_id, received_at desc, id desc);
create index parcels_home on parcels (apartment_id, received_at desc, id desc) where apartment_id is not null;
create index parcels_waiting on parcels (building_id, received_at desc) where closed_at is null;
create index parcels_round on parcels (round_id) where round_id is not null;
create index parcels_to_remind on parcels (received_at) where closed_at is null and second_reminder_at is null;
create index parcels_closed on parcels (closed_at) where closed_at is not null;
create index parcels_received_by on parcels (received_by) where received_by is not null;
create index parcels_closed_by on parcels (closed_by) where closed_by is not null;
create index parcels_code_of on parcels (code_of) where code_of is not null;

-- One code of each person of a home at a time. What is kept of it cannot be read or tried out.
create table parcel_codes (
  apartment_id uuid not null references apartments (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  code_digest bytea not null check (length(code_digest) = 32),
  expires_at timestamptz not null,
  primary key (apartment_id, user_id)
);
create index parcel_codes_user on parcel_codes (user_id);
create index parcel_codes_old on parcel_codes (expires_at);

alter table files drop constraint files_kind_check;
alter table files add constraint files_kind_check
  check (kind in ('profile', 'plan', 'opening', 'visitor', 'document', 'visit', 'intrusion', 'access', 'pass', 'logbook', 'parcel'));
