import type { Connection } from "../../lib/connection.ts";

/** The part of the realtime line that a call uses. */
export type CallLine = Pick<Connection, "state" | "isUp" | "subscribe" | "hear" | "ask">;
