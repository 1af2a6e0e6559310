-- What a controller told where it cannot be: a time before its building existed or far ahead of the server's, which
-- then stands in its place, and pictures that do not decode, which are not kept.
alter table open_door_events
  add column told_at timestamptz,
  add column has_broken_picture boolean not null default false;
alter table intrusion_events
  add column told_at timestamptz,
  add column has_broken_picture boolean not null default false;

-- the last time that somebody signed in with this controller's key while another line with it was open:
-- when, from where, and whether that line still answered
alter table controllers add column second_sign_in jsonb;
