import { withoutPersonal } from "@umbral/contract/personal-names";
import pino from "pino";

/** Where the bridge says what it does: ids only, no names, no addresses, no secrets. */
export type Log = pino.Logger;

export function makeLog(level: string): Log {
  const err = (error: Error) => withoutPersonal(pino.stdSerializers.err(error));
  return pino({ level, base: null, serializers: { err }, formatters: { log: withoutPersonal } });
}
