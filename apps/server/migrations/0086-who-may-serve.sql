-- The oldest program that can serve a database with this migration: '0.0.0' for any, null where none can that does not
-- know it. A program that finds migrations of a later one asks it before it starts.
alter table migrations add column serves_from text;
