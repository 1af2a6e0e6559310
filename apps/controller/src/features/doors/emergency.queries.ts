export const emergencyQueries = {
  read: "select cause, until_ms as untilMs, is_certain as isCertain from emergencies",
  write: `
    insert into emergencies (cause, until_ms, is_certain) values (?, ?, ?)
    on conflict (cause) do update set until_ms = excluded.until_ms, is_certain = excluded.is_certain`,
  remove: "delete from emergencies where cause = ?",
} as const;

export const firePanelQueries = {
  read: "select input_id as inputId, is_over as isOver from fire_panels",
  write: `
    insert into fire_panels (input_id, is_over) values (?, 0)
    on conflict (input_id) do update set is_over = 0`,
  allOver: "update fire_panels set is_over = 1",
  remove: "delete from fire_panels where input_id = ?",
} as const;
