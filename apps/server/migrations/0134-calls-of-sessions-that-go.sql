-- The calls of a session that goes are looked for: they stay, and name it no more.
create index calls_caller_session on calls (caller_session_id) where caller_session_id is not null;
create index calls_callee_session on calls (callee_session_id) where callee_session_id is not null;
