-- Wrong codes of a proposed contact's link, of however many codes that were sent for it.
alter table contact_proposals add column code_failures integer not null default 0;
