import type { Server, Socket } from "socket.io";
import type { Services } from "../../platform/context.ts";
import { type Audience, guests, platformPeople } from "../../platform/live.ts";
import { socketData } from "../../platform/messages.ts";
import { InRounds, SWEEP_MS } from "../../platform/rounds.ts";

/** How long an administrator who was switched off at the console may hear on. */
const LOOK_MS = 5000;
/** Every so many looks at everybody: a socket that only listens must not outlive a session that nobody uses. */
const EVERYBODY_EACH = 12;
/** Sessions asked for at once. */
const AT_ONCE = 500;

/**
 * Ends the sockets of sessions that are over without that this server was told: somebody at the console, which has the
 * database and no sockets, ended them, or nobody used them for too long. Each process looks at its own.
 */
export class SessionWatch extends InRounds {
  readonly #io: Server;
  readonly #services: Services;
  #looks = 0;
  readonly #somebodyCame = (): void => this.rounds.wake(LOOK_MS);

  constructor(io: Server, services: Services) {
    super(services, {
      everyMs: LOOK_MS,
      firstAfterMs: LOOK_MS,
      failure: "sessions could not be looked at",
      job: "sessions",
    });
    this.#io = io;
    this.#services = services;
  }

  override start(): void {
    super.start();
    this.#services.bus?.onBack(() => {
      this.#looks = -1;
      this.rounds.wake();
    });
    this.#io.of("/").on("connection", this.#somebodyCame);
  }

  override async stop(): Promise<void> {
    this.#io.of("/").off("connection", this.#somebodyCame);
    await super.stop();
  }

  /** @returns milliseconds until the next look: where nobody is there, whoever comes begins it */
  protected async round(): Promise<number> {
    if (this.#io.of("/").sockets.size === 0) {
      return SWEEP_MS;
    }
    this.#looks += 1;
    // Where other processes cannot say whose session they ended, it is looked for.
    const isTold = !this.#services.bus?.isAway;
    await (isTold && this.#looks % EVERYBODY_EACH !== 0 ? this.look() : this.lookAtEverybody());
    return LOOK_MS;
  }

  /** At the administrators of the platform. */
  async look(): Promise<void> {
    await this.#endWhatIsOver(this.#socketsOf(platformPeople));
  }

  /** At the guests of passes: whatever takes a pass back ends their sessions without that this server is told. */
  async lookAtGuests(): Promise<void> {
    await this.#endWhatIsOver(this.#socketsOf(guests));
  }

  /** Of this process. */
  #socketsOf({ room }: Audience): Socket[] {
    const people = this.#io.of("/");
    return [...(people.adapter.rooms.get(room) ?? [])].flatMap((id) => people.sockets.get(id) ?? []);
  }

  async lookAtEverybody(): Promise<void> {
    await this.#endWhatIsOver([...this.#io.of("/").sockets.values()]);
  }

  async #endWhatIsOver(sockets: readonly Socket[]): Promise<void> {
    await this.#endTakenBack(sockets);
    const signedIn = sockets.flatMap((socket) => {
      const { sessionId } = socketData(socket);
      return sessionId === undefined ? [] : [{ socket, sessionId }];
    });
    for (let first = 0; first < signedIn.length; first += AT_ONCE) {
      const some = signedIn.slice(first, first + AT_ONCE);
      const actors = await this.#services.gate.actorsOfSessions(some.map(({ sessionId }) => sessionId));
      const open = new Set(actors.map(({ sessionId }) => sessionId));
      for (const { socket, sessionId } of some) {
        // Meanwhile it may have signed in anew.
        if (!open.has(sessionId) && socketData(socket).sessionId === sessionId) {
          socket.disconnect(true);
        }
      }
    }
  }

  /** Programs whose API token has run out, or was taken back elsewhere. */
  async #endTakenBack(sockets: readonly Socket[]): Promise<void> {
    const programs = sockets.flatMap((socket) => {
      const { tokenId } = socketData(socket);
      return tokenId === undefined ? [] : [{ socket, tokenId }];
    });
    const tokenIds = [...new Set(programs.map(({ tokenId }) => tokenId))];
    const callers = tokenIds.length === 0 ? [] : await this.#services.gate.callersOfTokens(tokenIds);
    const good = new Set(callers.map(({ tokenId }) => tokenId));
    for (const { socket, tokenId } of programs) {
      if (!good.has(tokenId) && socketData(socket).tokenId === tokenId) {
        socket.disconnect(true);
      }
    }
  }
}
