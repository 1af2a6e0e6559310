-- What the entrance's camera showed when somebody rang a home: one picture of a ringing, however many people it rang.

alter table files drop constraint files_kind_check;
alter table files add constraint files_kind_check
  check (kind in ('profile', 'plan', 'opening', 'visitor', 'document', 'visit', 'intrusion', 'access', 'pass', 'logbook',
    'parcel', 'clip', 'ring'));

create table ring_pictures (
  ringing_id uuid primary key,
  -- one of its calls, with which it goes, and whose caller it is of
  call_id uuid not null references calls (id) on delete cascade,
  picture_file_id uuid not null references files (id),
  taken_at timestamptz not null
);
create index ring_pictures_call on ring_pictures (call_id);
create index ring_pictures_file on ring_pictures (picture_file_id);
