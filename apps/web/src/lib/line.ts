import type { Line } from "./connection.ts";

/** Reconnection of the specification (§9): first 1 s, at most 5 s, ± half, 20 s for one attempt. */
const RECONNECTION = {
  reconnectionDelay: 1000,
  reconnectionDelayMax: 5000,
  randomizationFactor: 0.5,
  timeout: 20_000,
} as const;

/** Opens a line to the server, websocket only. Rejects when Socket.IO, which is fetched with it, did not come. */
export async function dialLine(): Promise<Line> {
  const { io } = await import("socket.io-client");
  const socket = io({ transports: ["websocket"], forceNew: true, ...RECONNECTION });
  return {
    on: (event, listener) => socket.on(event, listener),
    onAny: (listener) => socket.onAny(listener),
    emitWithAck: (event, payload) => socket.emitWithAck(event, payload),
    breakOff: () => socket.io.engine.close(),
    disconnect: () => socket.disconnect(),
  };
}
