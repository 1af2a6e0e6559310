export const boardEventQueries = {
  read: "select last_index as lastIndex, part, mark, lost from board_events where serial = ?",
  write: `
    insert into board_events (serial, last_index, part, mark, lost) values (?, ?, ?, ?, ?)
    on conflict (serial) do update set
      last_index = excluded.last_index, part = excluded.part, mark = excluded.mark, lost = excluded.lost`,
} as const;
