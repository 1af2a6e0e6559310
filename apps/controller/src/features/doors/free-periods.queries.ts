export const freePeriodQueries = {
  intend: `
    insert into free_periods (id, door_id, origin, last_at, state) values (?, ?, ?, ?, 'intent')
    on conflict (id) do nothing`,
  begin: `
    insert into free_periods (id, door_id, origin, last_at, state) values (?, ?, ?, ?, 'free')
    on conflict (id) do update set state = excluded.state`,
  goOn: "update free_periods set last_at = ?",
  end: "delete from free_periods where id = ?",
  all: "select id, door_id as doorId, origin, last_at as lastAt, state from free_periods",
} as const;
