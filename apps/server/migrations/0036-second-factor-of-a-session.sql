-- When a second factor was shown in this session: who administers a building shows theirs once, at the first act.
alter table sessions add column second_factor_at timestamptz;
