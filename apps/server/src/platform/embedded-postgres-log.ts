/** Takes lines without personal data: no statement and no value of a row is ever among them. */
export interface PostgresLog {
  debug(line: string): void;
  info(line: string): void;
  warn(line: string): void;
}
