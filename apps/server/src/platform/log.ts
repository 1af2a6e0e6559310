import { withoutPersonal } from "@umbral/contract/personal-names";
import pg from "pg";
import pino from "pino";

/** Where the database repeats what was in a row: 'Key (cedula)=(…) already exists.' */
const OF_ROWS = ["detail", "where", "hint", "internalQuery"];

/** The server's log: ids and words, never what people wrote or who they are. What the contract marks is struck out. */
export function openLog(level: string, stream: pino.DestinationStream = process.stdout): pino.Logger {
  return pino({ level, serializers: { err: describeError }, formatters: { log: withoutPersonal } }, stream);
}

function describeError(error: Error): object {
  const described = Object.entries(pino.stdSerializers.err(error)).filter(
    ([name]) => !OF_ROWS.includes(name),
  );
  const { message, stack, ...rest } = withoutPersonal(Object.fromEntries(described));
  // Data exceptions (class 22) quote the value itself in their message, which the stack begins with.
  return error instanceof pg.DatabaseError && error.code?.startsWith("22")
    ? { ...rest, message: "a value that the database does not take" }
    : { ...rest, message, stack };
}
