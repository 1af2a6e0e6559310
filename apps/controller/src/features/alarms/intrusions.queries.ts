export const intrusionQueries = {
  begin: "insert into intrusions (id, last_at) values (?, ?)",
  goOn: "update intrusions set last_at = ? where id = ?",
  end: "delete from intrusions where id = ?",
  all: "select id, last_at as lastAt from intrusions order by last_at",
} as const;
