export const emergencyQueries = {
  read: "select cause, until_ms as untilMs from emergencies",
  write: `
    insert into emergencies (cause, until_ms) values (?, ?)
    on conflict (cause) do update set until_ms = excluded.until_ms`,
  remove: "delete from emergencies where cause = ?",
} as const;
