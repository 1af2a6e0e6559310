-- When messages went outside (push, SMS) because this person raised it; null when they did not.
alter table alarm_people add column told_outside_at timestamptz;
update alarm_people set told_outside_at = at where deed = 'raised';
create index alarm_people_told on alarm_people (user_id, told_outside_at) where told_outside_at is not null;
