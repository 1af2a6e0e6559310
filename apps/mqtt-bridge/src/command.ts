import { z } from "zod";
import { OPEN } from "./discovery.ts";

/** A command that took longer to arrive was meant for a moment that is over; clocks may differ by as much. */
const OLDEST_MS = 5000;

const Command = z.object({ action: z.literal(OPEN), at: z.iso.datetime({ offset: true }) });

/** Why a command is not taken to the server. */
export type NotTaken = "RETAINED" | "NO_COMMAND" | "TOO_OLD";

/**
 * A broker may hand out a command late: kept for a client that was away, retained, or stuck on a slow line. Only one that says when
 * it was given, just now, opens.
 * @param payload as it came: `{"action":"OPEN","at":"2026-01-31T12:00:00Z"}`
 * @param isRetained of a message that the broker keeps for whoever comes
 * @returns why not, or undefined for one that is to be carried out
 */
export function refusalOf(payload: Buffer, isRetained: boolean, now: Date): NotTaken | undefined {
  if (isRetained) {
    return "RETAINED";
  }
  const command = Command.safeParse(jsonIn(payload));
  if (!command.success) {
    return "NO_COMMAND";
  }
  return Math.abs(now.getTime() - Date.parse(command.data.at)) > OLDEST_MS ? "TOO_OLD" : undefined;
}

function jsonIn(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString("utf8"));
  } catch {
    // Not JSON is no command.
    return undefined;
  }
}
