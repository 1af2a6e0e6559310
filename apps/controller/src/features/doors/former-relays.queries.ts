export const formerRelayQueries = {
  keep: `
    insert into former_relays (id, door, until_ms) values (?, ?, ?)
    on conflict (id) do nothing`,
  forget: "delete from former_relays where id = ?",
  forgetOver: "delete from former_relays where until_ms <= ?",
  all: "select id, door, until_ms as untilMs from former_relays order by until_ms",
} as const;
