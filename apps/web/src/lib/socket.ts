import type { Message } from "@umbral/contract/lib/message";
import { useSyncExternalStore } from "react";
import type { z } from "zod";
import { type ConnectionState, createConnection, type Line } from "./connection.ts";
import { loadsAnewFor } from "./page-version.ts";
import { notingPresence } from "./presence.ts";
import { session } from "./useSession.ts";

/** Reconnection of the specification (§9): first 1 s, at most 5 s, ± half, 20 s for one attempt. */
const RECONNECTION = {
  reconnectionDelay: 1000,
  reconnectionDelayMax: 5000,
  randomizationFactor: 0.5,
  timeout: 20_000,
} as const;

/** Socket.IO is fetched with the first session, not with the login. */
async function dial(): Promise<Line> {
  const { io } = await import("socket.io-client").catch(async (error: unknown) => {
    await loadsAnewFor(error);
    throw error;
  });
  const socket = io({ transports: ["websocket"], forceNew: true, ...RECONNECTION });
  return {
    on: (event, listener) => socket.on(event, listener),
    onAny: (listener) => socket.onAny(listener),
    emitWithAck: (event, payload) => socket.emitWithAck(event, payload),
    breakOff: () => socket.io.engine.close(),
    disconnect: () => socket.disconnect(),
  };
}

/** The one realtime connection of this page. */
export const connection = createConnection({ dial, onSessionOver: () => session.end("forced") });

/**
 * Sends a socket message of the contract and waits for what came of it:
 * `await ask<typeof doorAction>("door_action", { buildingId, door, action: 200 })`.
 * Throws `CallRefused` with the server's code and sentence, `NoConnection` without a line or an answer.
 */
export function ask<M extends Message>(
  event: M["event"],
  payload: z.input<M["payload"]>,
  options?: { answerMs?: number },
): Promise<z.output<M["reply"]>> {
  return connection.ask<M>(event, payload, options).catch(notingPresence);
}

/** How the connection is; draws again when that changes. */
export function useConnectionState(): ConnectionState {
  return useSyncExternalStore(connection.subscribe, connection.state);
}
