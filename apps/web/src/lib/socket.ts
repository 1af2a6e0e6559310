import type { Message } from "@umbral/contract/lib/message";
import { useSyncExternalStore } from "react";
import type { z } from "zod";
import { type AskOptions, type ConnectionState, createConnection, type Line } from "./connection.ts";
import { hasApp } from "./has-app.ts";
import { dialLine } from "./line.ts";
import { loadsAnewFor } from "./page-version.ts";
import { notingPresence } from "./presence.ts";
import { session } from "./useSession.ts";
import { whenIdle } from "./when-idle.ts";

/** A page that never rests dials by then. */
const DIALS_WITHIN_MS = 500;

/**
 * Socket.IO is fetched with the first session, not with the login; by a browser that was never here once its first screen is
 * painted, which it would hold up.
 */
const dial = async (): Promise<Line> => {
  if (!hasApp()) {
    await new Promise<void>((resolve) => void whenIdle(resolve, DIALS_WITHIN_MS));
  }
  return dialLine().catch(async (error: unknown) => {
    await loadsAnewFor(error);
    throw error;
  });
};

/** The one realtime connection of this page. */
export const connection = createConnection({ dial, onSessionOver: () => session.end("forced") });

/** What was read before may be otherwise than it is shown, until the line stands: it was lost, or news were missed on it. */
export const missesNews = (state: ConnectionState, didBefore: boolean): boolean =>
  state === "disconnected" || state === "catching-up" || (didBefore && state !== "connected");

/**
 * Sends a socket message of the contract and waits for what came of it:
 * `await ask<typeof doorAction>("door_action", { buildingId, door, action: 200 })`.
 * Throws `CallRefused` with the server's code and sentence, `NoConnection` without a line or an answer.
 */
export function ask<M extends Message>(
  event: M["event"],
  payload: z.input<M["payload"]>,
  options?: AskOptions,
): Promise<z.output<M["reply"]>> {
  return connection.ask<M>(event, payload, options).catch(notingPresence);
}

/**
 * Whether the line is lost; draws again when that changes. Nothing draws by how the line comes: it comes while the first screen is
 * being drawn, and React draws all of a screen again, without a pause, when a store changed meanwhile.
 */
export function useLineIsLost(): boolean {
  return useSyncExternalStore(connection.subscribe, () => connection.state() === "disconnected");
}
