-- What the person called said without talking, for who looks again or later.

-- with the no
alter table calls add column reject_message text check (char_length(reject_message) <= 200);
-- by the keys of the telephone
alter table calls add column telephone_said text check (telephone_said in ('coming', 'opened'));
