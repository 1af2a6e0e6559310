-- What a message says lies encrypted until it leaves: links and codes of mails and SMS work as they are written.

-- subject, body and data, under a key that is not in this database
alter table outbox add column words bytea;
-- The same, of messages that an earlier version wrote and that have not left: no key is here. The server
-- closes them as it starts, and writes nothing here itself.
alter table outbox add column readable jsonb;
update outbox set readable = jsonb_build_object('subject', subject, 'body', body, 'data', data)
  where settled_at is null;
alter table outbox drop column subject, drop column body, drop column data;
-- what has left, or will not, says nothing any more
alter table outbox add constraint outbox_says
  check (num_nonnulls(words, readable) = case when settled_at is null then 1 else 0 end);
create index outbox_readable on outbox (id) where readable is not null;
