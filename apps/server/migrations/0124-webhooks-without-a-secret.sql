-- One whose secret cannot be read any more is off for a reason of its own, which says what to do.
alter table webhooks drop constraint webhooks_off_because_check,
  add constraint webhooks_off_because_check check (off_because in ('somebody', 'failing', 'secret-lost'));
