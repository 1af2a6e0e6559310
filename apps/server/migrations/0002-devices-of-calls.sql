-- When a call was first rung, and the one device that answered it.
alter table calls
  -- the caller asked for it to ring; before that no device hears of it
  add column rung_at timestamptz,
  -- the answering session may be open in two tabs: only this socket of it answered
  add column callee_socket_id text;
