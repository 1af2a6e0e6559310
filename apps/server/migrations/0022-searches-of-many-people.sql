-- By whom something was done is looked for by the beginnings of the words of a name, or of a document number.
alter table users add column called tsvector not null
  generated always as (array_to_tsvector(search_words(name || ' ' || cedula))) stored;
create index users_called on users using gin (called) with (fastupdate = off);

-- A handful among everybody.
create index users_administrators on users (name, id) where user_type = 'ADMIN';

create index audit_lines_by_action on audit_lines (action, at desc, id desc);

-- Pages and counts of these lists read the indexes alone, where the newest rows are known to be visible to
-- everybody: without this they would be looked at once for each fifth that the table grows.
alter table open_door_events set (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 5000);
alter table intrusion_events set (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 5000);
alter table audit_lines set (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 5000);
