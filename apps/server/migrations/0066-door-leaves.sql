-- Where the leaf of each door is that a sensor watches, as its controller said last. Worth nothing while that one is away.
create table door_leaves (
  door_id uuid primary key references doors (id) on delete cascade,
  leaf text not null check (leaf in ('closed', 'open', 'forced', 'held')),
  since timestamptz not null
);

-- a door's last order, for whether its relay moved
create index door_orders_of_door on door_orders (door_id, issued_at desc);
