import type { Services } from "../../platform/context.ts";
import { InRounds } from "../../platform/rounds.ts";
import { findSessionsLeftByGuests, nextEndOfGuests } from "./calls.queries.ts";

/** How often sessions that are over are looked for where the database does not say that one is. */
const LOOK_MS = 1000;
/** A timer may be a little early; it then looks again after this. */
const SHORTEST_WAIT_MS = 50;
/** Requests that come together are one look. */
const SOON_MS = 50;

/**
 * Ends what guests ring and talk in once their session is over. A pass is taken back by many acts, and its guest's
 * sessions end in the transaction of each, by the database itself: here is seen what hung on them.
 */
export class GuestWatch extends InRounds {
  readonly #services: Services;
  readonly #endSockets: () => Promise<void>;

  /** @param endSockets ends those of guests whose session is over */
  constructor(services: Services, endSockets: () => Promise<void>) {
    super(services, {
      everyMs: LOOK_MS,
      failure: "calls of guests who are gone could not be ended",
      job: "guests",
      told: { news: services.news, topic: "guests", afterMs: SOON_MS },
    });
    this.#services = services;
    this.#endSockets = endSockets;
  }

  /** Somebody's pass may have been taken back: it is looked at at once. */
  wake(): void {
    this.rounds.wake(SOON_MS);
  }

  /** @returns milliseconds until the next round */
  async round(): Promise<number> {
    const { db, clock, leaveCalls } = this.#services;
    for (const { sessionId, callerId } of await findSessionsLeftByGuests(db, clock.now())) {
      const tell = await db
        .transaction()
        .execute((trx) => leaveCalls(trx, callerId, { id: callerId, sessionId: null }, { only: sessionId }));
      tell();
    }
    await this.#endSockets();
    return this.rounds.untilDue(await nextEndOfGuests(db, clock.now()), clock.now(), SHORTEST_WAIT_MS);
  }
}
