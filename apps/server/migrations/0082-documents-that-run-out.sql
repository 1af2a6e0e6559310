-- The pictures of a document have done their work once somebody was validated by them. So many days after that they go,
-- unless a building of theirs keeps them longer; 0 is at once.
alter table buildings
  add column identity_retention_days integer not null default 90 check (identity_retention_days between 0 and 3650);

alter table user_identities
  alter column front_file_id drop not null,
  alter column back_file_id drop not null,
  add constraint user_identities_both_sides check ((front_file_id is null) = (back_file_id is null));
create index user_identities_kept on user_identities (verified_at) where front_file_id is not null;

-- who looked at somebody, and who took what is kept of them
create index audit_lines_subject on audit_lines (subject_id, at desc) where subject_id is not null;
