-- An archive that a person asked for where no BACKUP_DIR was said: it may lie anywhere, and is not the day's of a server that has one.
alter table backup_runs add column elsewhere boolean not null default false;
