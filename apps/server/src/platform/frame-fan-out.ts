import type { Server } from "socket.io";

/**
 * Sends pictures to this process's viewers. Each is encoded once, and each viewer has at most one waiting
 * of each camera: a slow one misses pictures, makes no memory grow and holds up nobody. (Socket.IO's own
 * `volatile` would also drop a second camera's picture that comes while the first is being written.)
 */
export class FrameFanOut {
  readonly #io: Server;
  /** Which cameras' pictures wait for each viewer's line to take more. */
  readonly #waiting = new Map<string, Set<string>>();

  constructor(io: Server) {
    this.#io = io;
  }

  /** @param besides a room whose viewers get none: they have it otherwise */
  send(room: string, event: string, jpeg: Uint8Array, besides?: string): void {
    const { adapter, sockets } = this.#io.of("/");
    const busy: string[] = [];
    const others = besides === undefined ? undefined : adapter.rooms.get(besides);
    for (const id of adapter.rooms.get(room) ?? []) {
      if (others?.has(id)) {
        busy.push(id);
        continue;
      }
      const socket = sockets.get(id);
      const waiting = socket && (this.#waiting.get(id) ?? this.#listen(id, socket.conn));
      if (waiting?.has(event)) {
        busy.push(id);
      } else {
        waiting?.add(event);
      }
    }
    this.#io.local.to(room).except(busy).emit(event, jpeg);
  }

  #listen(
    id: string,
    line: {
      on(event: "drain", heard: () => void): unknown;
      once(event: "close", heard: () => void): unknown;
    },
  ): Set<string> {
    const waiting = new Set<string>();
    this.#waiting.set(id, waiting);
    // The engine says "drain" when it hands what has gathered to a line that had written all before it.
    line.on("drain", () => waiting.clear());
    line.once("close", () => this.#waiting.delete(id));
    return waiting;
  }
}
