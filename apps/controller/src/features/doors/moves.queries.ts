export const moveQueries = {
  byOrder: "select state, run, run_ms as runMs from moves where order_id = ?",
  begin: `
    insert into moves (opening_id, order_id, door_id, action, origin, at, state, run, run_ms)
    values (?, ?, ?, ?, ?, ?, 'intent', ?, ?)`,
  // The disk may have been too full for the intent.
  settle: `
    insert into moves (opening_id, order_id, door_id, action, origin, at, state, run, run_ms)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?)
    on conflict (opening_id) do update set state = excluded.state, run_ms = excluded.run_ms`,
  interrupted: `
    select opening_id as openingId, order_id as orderId, door_id as doorId, action, origin, at
    from moves where state = 'intent'`,
  giveUp: "update moves set state = 'failed' where opening_id = ?",
  pruneThisRun: "delete from moves where run = ? and run_ms < ? and state <> 'intent'",
  pruneOtherRuns: "delete from moves where run <> ? and state <> 'intent'",
} as const;
