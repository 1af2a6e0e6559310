export const readerKeyQueries = {
  read: "select sealed, is_installed as isInstalled from reader_keys where pairing = ?",
  write: "insert into reader_keys (pairing, sealed) values (?, ?)",
  installed: "update reader_keys set is_installed = 1 where pairing = ?",
} as const;
