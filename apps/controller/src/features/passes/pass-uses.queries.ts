export const passUseQueries = {
  use: "select used, entered_ms as enteredMs from pass_uses where pass_id = ?",
  // What the server knew before is counted too, where this store lost it.
  add: `
    insert into pass_uses (pass_id, used, entered_ms) values (?1, ?2 + ?3, ?4)
    on conflict (pass_id) do update set used = max(used, ?2) + ?3, entered_ms = excluded.entered_ms`,
  // When somebody came in last stays: letting go lets nobody follow.
  close: `
    insert into pass_uses (pass_id, used, entered_ms) values (?1, ?2, 0)
    on conflict (pass_id) do update set used = ?2`,
  closed: "select pass_id as passId from pass_uses where used >= ?",
  forgetUse: "delete from pass_uses where pass_id = ?",
  request: "select request_id as requestId from pass_requests where request_id = ?",
  writeRequest: "insert into pass_requests (request_id, at_ms) values (?, ?)",
  // By number and not by age: a clock that was set wrong must forget none that still counts.
  forgetUses: `
    delete from pass_uses
    where pass_id not in (select pass_id from pass_uses order by entered_ms desc limit 20000)`,
  forgetRequests: `
    delete from pass_requests
    where request_id not in (select request_id from pass_requests order by at_ms desc limit 2000)`,
} as const;
