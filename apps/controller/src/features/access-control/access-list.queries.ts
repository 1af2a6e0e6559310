export const accessListQueries = {
  readKept: "select list, epoch, number, digest from access_list",
  writeKept: `
    insert into access_list (only_one, list, epoch, number, digest) values (1, ?, ?, ?, ?)
    on conflict (only_one) do update set
      list = excluded.list, epoch = excluded.epoch, number = excluded.number, digest = excluded.digest`,
  lastList: "select coalesce(max(list), 0) as list from access_entries",
  entry: "select body from access_entries where list = ? and key = ?",
  countUpTo: "select count(*) as count from (select 1 from access_entries where list = ? limit ?)",
  all: "select key, body from access_entries where list = ?",
  // A colon comes right before a semicolon.
  cardsAfter:
    "select key from access_entries where list = ? and key > ? and key < 'card;' order by key limit ?",
  passes: "select body from access_entries where list = ? and key > 'pass:' and key < 'pass;'",
  write: `
    insert into access_entries (list, key, body) values (?, ?, ?)
    on conflict (list, key) do update set body = excluded.body`,
  remove: "delete from access_entries where list = ? and key = ?",
  listAfter: "select list from access_entries where list > ? order by list limit 1",
  removeSome: `
    delete from access_entries
    where list = ? and key in (select key from access_entries where list = ? limit ?)`,
} as const;

export const accessKeyQueries = {
  read: "select x from access_key",
  write: `
    insert into access_key (only_one, x) values (1, ?)
    on conflict (only_one) do update set x = excluded.x`,
} as const;

export const keptTimeQueries = {
  read: `
    select wall_ms as wallMs, correction_ms as correctionMs, is_trusted as isTrusted, machine, up_ms as upMs,
      absent_ms as absentMs
    from kept_time`,
  write: `
    insert into kept_time (only_one, wall_ms, correction_ms, is_trusted, machine, up_ms, absent_ms)
    values (1, ?, ?, ?, ?, ?, ?)
    on conflict (only_one) do update set
      wall_ms = excluded.wall_ms, correction_ms = excluded.correction_ms, is_trusted = excluded.is_trusted,
      machine = excluded.machine, up_ms = excluded.up_ms, absent_ms = excluded.absent_ms`,
} as const;

export const keypadQueries = {
  all: "select door_id as doorId, wrong_codes as wrongCodes from keypads",
  write: `
    insert into keypads (door_id, wrong_codes) values (?, ?)
    on conflict (door_id) do update set wrong_codes = excluded.wrong_codes`,
} as const;
