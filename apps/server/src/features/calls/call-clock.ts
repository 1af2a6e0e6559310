import { nextInRinging } from "@umbral/contract/calls/call-machine";
import { BOTH_GONE_MS } from "@umbral/contract/calls/calls.contract";
import type { Services } from "../../platform/context.ts";
import { InRounds } from "../../platform/rounds.ts";
import { beginDueLegs, nextLegAt } from "./call-legs.ts";
import { announce, missDue, writeDown } from "./call-record.ts";
import { isAnybodyIn } from "./call-standing.ts";
import { clearDeserted, findRunning, lockRinging, markDeserted, nextDeadline } from "./calls.queries.ts";

/** How often deadlines are looked at while something rings or runs: somebody may set the date meanwhile. */
const LOOK_MS = 3000;
/** How often running calls are looked at, for those whose devices died with their server process. */
const LOOK_AT_RUNNING_MS = 5000;
/** A timer may be a little early; it then looks again after this. */
const SHORTEST_WAIT_MS = 20;

/** Ends what has run out, and sends what rings other ways when its time comes. Deadlines are in the rows: any process may do it, after any restart, once. */
export class CallClock extends InRounds {
  readonly #services: Services;
  #watchingSince: Date | undefined;
  #lookedAtRunning = Number.NEGATIVE_INFINITY;
  /** At the last look. */
  #isAnyRunning = false;

  constructor(services: Services) {
    super(services, {
      everyMs: LOOK_MS,
      failure: "calls that ran out could not be ended",
      job: "calls",
      told: { news: services.news, topic: "calls" },
    });
    this.#services = services;
  }

  override start(): void {
    this.#watchingSince = this.#services.clock.now();
    super.start();
  }

  /**
   * Ends the running calls that both sides left {@link BOTH_GONE_MS} ago, and notices those left
   * without anybody noticing. Nobody is judged for the time in which no server was there to come back
   * to: this process must have been up, and hear the others, as long as it demands.
   * @returns whether any runs
   */
  async endDeserted(): Promise<boolean> {
    const { db, clock, bus } = this.#services;
    if (bus?.isAway) {
      this.#watchingSince = clock.now();
      return true;
    }
    const leftBefore = new Date(clock.now().getTime() - BOTH_GONE_MS);
    const hasWatchedLongEnough = this.#watchingSince !== undefined && this.#watchingSince <= leftBefore;
    const running = await findRunning(db);
    for (const { id, desertedAt } of running) {
      if (await isAnybodyIn(this.#services, id)) {
        // Only a mark that was there before looking: the last device may leave, and be noted, between the two.
        if (desertedAt !== null) {
          await clearDeserted(db, id);
        }
      } else if (desertedAt === null) {
        await markDeserted(db, id, clock.now());
      } else if (desertedAt <= leftBefore && hasWatchedLongEnough) {
        await endIfDeserted(this.#services, id, leftBefore);
      }
    }
    return running.length > 0;
  }

  /** @returns milliseconds until the next round */
  protected async round(): Promise<number> {
    const { db, clock } = this.#services;
    await missDue(this.#services);
    await beginDueLegs(this.#services);
    const steady = clock.steadyMs();
    if (!this.#isAnyRunning || steady - this.#lookedAtRunning >= LOOK_AT_RUNNING_MS) {
      this.#lookedAtRunning = steady;
      this.#isAnyRunning = await this.endDeserted();
    }
    const deadline = await nextDeadline(db);
    if (deadline === null) {
      // What does not ring goes no other way either.
      return this.#isAnyRunning ? LOOK_MS : this.rounds.restMs;
    }
    const leg = await nextLegAt(this.#services);
    const next = leg !== null && leg < deadline ? leg : deadline;
    return Math.min(LOOK_MS, this.rounds.untilDue(next, clock.now(), SHORTEST_WAIT_MS));
  }
}

/** Looks again with the call locked: somebody may just have come back. */
async function endIfDeserted(services: Services, callId: string, leftBefore: Date): Promise<void> {
  const now = services.clock.now();
  const ended = await services.db.transaction().execute(async (trx) => {
    const calls = await lockRinging(trx, callId);
    const call = calls.find(({ id }) => id === callId);
    if (!call?.desertedAt || call.desertedAt > leftBefore) {
      return [];
    }
    const step = nextInRinging(calls, callId, { by: "clock", to: "TERMINADA" }, now);
    const changed = step.kind === "moved" ? step.changed : [];
    await writeDown(services, trx, changed, { actor: null, socketId: null, now });
    return changed;
  });
  for (const call of ended) {
    announce(services, call, { doneOn: null });
  }
}
