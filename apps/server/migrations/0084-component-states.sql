-- How each part is that somebody has to know of before it hurts: of the buildings and of the server itself.
create table component_states (
  kind text not null,
  -- the id of a controller or device, or a word for a part of the server
  component text not null,
  building_id uuid references buildings (id) on delete cascade,
  -- as it was last called
  name text,
  is_well boolean not null,
  since timestamptz not null,
  -- when people were told that it is not well; empty again when they were told that it is
  noticed_at timestamptz,
  -- what it is measured by
  figure double precision,
  primary key (kind, component)
);
create index component_states_building on component_states (building_id);
