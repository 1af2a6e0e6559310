import pino from "pino";

/** Where the controller says what it does: ids only, no names, no addresses, no secrets. */
export type Log = pino.Logger;

export function makeLog(level: string): Log {
  return pino({ level, base: null });
}

/** For whoever wants none. */
export const silentLog: Log = pino({ level: "silent" });
