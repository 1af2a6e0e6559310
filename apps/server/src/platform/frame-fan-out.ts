import type { Server } from "socket.io";
import { bytesAt, isIdle, type Line, sharedEvent, writeShared } from "./shared-event.ts";

/**
 * Sends pictures to this process's viewers. What goes over the wire is made once for all of them, and each viewer has at
 * most one waiting of each camera: a slow one misses pictures, makes no memory grow and holds up nobody. (Socket.IO's own
 * `volatile` would also drop a second camera's picture that comes while the first is being written.)
 */
export class FrameFanOut {
  readonly #io: Server;
  /** Which cameras' pictures each viewer's line was given since it had last written all. */
  readonly #waiting = new WeakMap<Line, Set<string>>();

  constructor(io: Server) {
    this.#io = io;
  }

  /** @param besides a room whose viewers get none: they have it otherwise */
  send(room: string, event: string, jpeg: Uint8Array, besides?: string): void {
    const { adapter, sockets } = this.#io.of("/");
    const viewers = adapter.rooms.get(room);
    if (viewers === undefined) {
      return;
    }
    const encoded = sharedEvent(event, bytesAt(0), jpeg);
    const others = besides === undefined ? undefined : adapter.rooms.get(besides);
    for (const id of viewers) {
      const line = sockets.get(id)?.conn;
      if (line === undefined || others?.has(id)) {
        continue;
      }
      const waiting = this.#waitingOf(line);
      if (isIdle(line)) {
        waiting.clear();
      }
      if (!waiting.has(event)) {
        waiting.add(event);
        writeShared(line, encoded);
      }
    }
  }

  #waitingOf(line: Line): Set<string> {
    const known = this.#waiting.get(line);
    if (known) {
      return known;
    }
    const waiting = new Set<string>();
    this.#waiting.set(line, waiting);
    return waiting;
  }
}
