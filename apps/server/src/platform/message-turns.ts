import type { Server } from "socket.io";

type Lines = new (options: object) => object;

/**
 * Every message of a line is handled in a turn of its own. Otherwise all that came in one piece of 64 kB is: thousands
 * of small messages, for which everybody else waits. Called before the server listens.
 */
export function handleMessagesInTurns(io: Server): void {
  // Engine.IO makes what opens its lines when its server begins to listen, and has no setting of its own for this.
  const { opts } = io.engine as unknown as { opts?: { wsEngine?: Lines } };
  const made = opts?.wsEngine;
  if (!made) {
    throw new Error("Engine.IO makes its lines elsewhere");
  }
  opts.wsEngine = class extends made {
    constructor(options: object) {
      super({ ...options, allowSynchronousEvents: false });
    }
  };
}
