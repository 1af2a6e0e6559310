import type { Server } from "socket.io";
import type { Services } from "../../platform/context.ts";
import { platformPeople } from "../../platform/live.ts";
import { socketData } from "../../platform/messages.ts";

/** How long an administrator who was switched off at the console may hear on. */
const LOOK_MS = 5000;

/**
 * Ends the sockets of administrators whose session is over without that this server was told: somebody at the console,
 * which has the database and no sockets, ended it. Each process looks at its own.
 */
export class SessionWatch {
  readonly #io: Server;
  readonly #services: Services;
  #timer: NodeJS.Timeout | undefined;

  constructor(io: Server, services: Services) {
    this.#io = io;
    this.#services = services;
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.look().catch((error: unknown) =>
        this.#services.log.warn({ err: error }, "administrators' sessions could not be looked at"),
      );
    }, LOOK_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async look(): Promise<void> {
    const signedIn = [...(this.#io.of("/").adapter.rooms.get(platformPeople.room) ?? [])].flatMap((id) => {
      const socket = this.#io.of("/").sockets.get(id);
      const sessionId = socket && socketData(socket).sessionId;
      return sessionId === undefined ? [] : [{ socket, sessionId }];
    });
    if (signedIn.length === 0) {
      return;
    }
    const actors = await this.#services.gate.actorsOfSessions(signedIn.map(({ sessionId }) => sessionId));
    const open = new Set(actors.map(({ sessionId }) => sessionId));
    for (const { socket, sessionId } of signedIn) {
      // Meanwhile it may have signed in anew.
      if (!open.has(sessionId) && socket && socketData(socket).sessionId === sessionId) {
        socket.disconnect(true);
      }
    }
  }
}
