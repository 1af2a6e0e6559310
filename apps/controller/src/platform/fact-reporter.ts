import { FACTS_BATCH, reportFacts } from "@umbral/contract/controllers/controller-facts.contract";
import type { Cancel, Clock } from "./clock.ts";
import type { FactQueue } from "./facts.ts";
import type { Link } from "./link.ts";
import type { Log } from "./log.ts";

/** Pictures make a batch large: beyond this it is sent, and the rest goes with the next one. */
const BATCH_BYTES = 1_000_000;
/** Socket.IO's parser closes the connection at a message with more than ten binary parts. */
const BATCH_PICTURES = 8;
const ANSWER_WITHIN_MS = 20_000;
const RETRY_MS = 2000;

/** Tells the server what happened, in order and one batch at a time, until it has all of it. */
export class FactReporter {
  readonly #parts: { link: () => Link; facts: FactQueue; clock: Clock; log: Log };
  /** Everything up to here is in the server's database. */
  #acknowledged = 0;
  /** What the server said at the sign-in that it has, until the disk agrees. */
  #toAgreeOn: number | undefined;
  /** Names the connection that is being told. */
  #connection = 0;
  #isSignedIn = false;
  #isTelling = false;
  #cancelRetry: Cancel | undefined;

  constructor(parts: { link: () => Link; facts: FactQueue; clock: Clock; log: Log }) {
    this.#parts = parts;
  }

  start(): void {
    this.#parts.facts.whenRecorded(
      () => this.#tellOn(),
      () => this.#isSignedIn && this.#toAgreeOn === undefined,
    );
  }

  onSignedIn(serverHas: number): void {
    this.#connection += 1;
    this.#isSignedIn = true;
    this.#isTelling = false;
    this.#toAgreeOn = serverHas;
    this.#tellOn();
  }

  onLost(): void {
    this.#connection += 1;
    this.#isSignedIn = false;
    this.#cancelRetry?.();
  }

  stop(): void {
    this.onLost();
    this.#parts.facts.whenRecorded(() => undefined);
  }

  #tellOn(): void {
    if (this.#isSignedIn && !this.#isTelling) {
      this.#isTelling = true;
      void this.#tell(this.#connection);
    }
  }

  async #tell(connection: number): Promise<void> {
    const { link, facts, clock, log } = this.#parts;
    try {
      if (this.#toAgreeOn !== undefined) {
        // Where the disk does not take it, facts wait; the sign-in holds, and doors obey.
        this.#acknowledged = facts.agreeWith(this.#toAgreeOn);
        this.#toAgreeOn = undefined;
      }
      for (;;) {
        const batch = facts.batchAfter(this.#acknowledged, {
          facts: FACTS_BATCH,
          bytes: BATCH_BYTES,
          pictures: BATCH_PICTURES,
        });
        if (batch.length === 0) {
          this.#isTelling = false;
          return;
        }
        const { acknowledged } = await link().request(reportFacts, { facts: batch }, ANSWER_WITHIN_MS);
        if (connection !== this.#connection) {
          return;
        }
        const before = this.#acknowledged;
        this.#acknowledged = facts.acknowledge(acknowledged);
        if (this.#acknowledged === before) {
          throw new Error("the server took none of the facts");
        }
      }
    } catch (error) {
      if (connection !== this.#connection) {
        return;
      }
      log.warn({ err: error }, "facts could not be told; they are kept");
      this.#cancelRetry = clock.after(RETRY_MS, () => {
        this.#isTelling = false;
        this.#tellOn();
      });
    }
  }
}
