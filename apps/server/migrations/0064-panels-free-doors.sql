-- What a fire panel said frees the ways out of its whole building, for half an hour or until somebody silences it.
alter table intrusion_events
  -- From when the half hour counts; null for what frees nothing.
  add column frees_since timestamptz,
  add column silenced_at timestamptz,
  -- What all controllers answered that their doors are; null until then.
  add column doors_told text check (doors_told in ('free', 'rest'));
create index intrusion_events_free_doors on intrusion_events (frees_since, building_id) where frees_since is not null;
