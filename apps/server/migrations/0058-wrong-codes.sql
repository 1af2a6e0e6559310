-- Somebody tries codes at a keypad: it stands beside what else doors and inputs notice.
alter table intrusion_events drop constraint intrusion_events_kind_check;
alter table intrusion_events add constraint intrusion_events_kind_check check (kind in
  ('motion', 'door-forced', 'door-held', 'fire', 'tamper', 'low-battery', 'button-stuck', 'wrong-codes'));
