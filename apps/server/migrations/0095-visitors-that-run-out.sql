-- unused since 0.1.0: a visitor's document is written and never read, so that no program needs it to be there
-- The document of who was written down at a door runs out as documents of people do. Nobody is written down without one.
alter table visitors alter column document_file_id drop not null;
create index visitors_created on visitors (created_at);
