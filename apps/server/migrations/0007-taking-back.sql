-- Pushes and phone calls of a call that was decided are taken back where they arrived: when that was written
-- to the outbox, once for each.
alter table outbox add column recalled_at timestamptz;
create index outbox_sent_of_call on outbox (call_id)
  where outcome in ('accepted', 'outbox') and recalled_at is null;
