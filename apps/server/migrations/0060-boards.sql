-- A board at a door decides alone while its controller is away, and refuses whom the controller may have let in.
alter table access_events drop constraint access_events_outcome_check;
alter table access_events add constraint access_events_outcome_check check (outcome in
  ('granted', 'unknown', 'suspended', 'expired', 'not-this-door', 'not-now', 'door-locked', 'offline-too-long',
   'clock-untrusted', 'controller-away'));
