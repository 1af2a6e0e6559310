import type { PassEntryOrder, PassHandover } from "@umbral/contract/controllers/controller-orders.contract";
import { MOST_ENTRIES } from "@umbral/contract/passes/pass-limits";
import { z } from "zod";
import type { Log } from "../../platform/log.ts";
import type { Store } from "../../platform/store.ts";
import { passUseQueries } from "./pass-uses.queries.ts";

/** How many came in by a pass, and when the last one did by the server's clock; null for never. */
export interface PassUse {
  used: number;
  enteredMs: number | null;
}

/** One entry, counted from the moment on in which it was decided. */
export interface TakenUse {
  /** Writes it down, in the transaction of its door's intent. */
  write: () => void;
  /** It came to nothing, and was not written. */
  giveBack: () => void;
}

const Use = z.object({ used: z.number().int(), enteredMs: z.number() });
const NEVER: PassUse = { used: 0, enteredMs: null };
/** As many as the disk keeps. */
const KNOWN_AT_MOST = 20_000;

/**
 * Entries by passes, as this controller counted them: on the disk before a relay moves or a desk is answered, so that once
 * is once, also across a power cut. Two who stand at two doors at once are counted one after the other.
 */
export class PassUses {
  readonly #store: Store;
  readonly #log: Log;
  readonly #queries;
  /** What this process read or counted; of a pass without a number only when somebody came in. */
  readonly #known = new Map<string, PassUse>();

  constructor(store: Store, log: Log) {
    this.#store = store;
    this.#log = log;
    this.#queries = {
      use: store.query(passUseQueries.use, Use),
      add: store.command(passUseQueries.add),
      close: store.command(passUseQueries.close),
      closed: store.query(passUseQueries.closed, z.object({ passId: z.string() })),
      forgetUse: store.command(passUseQueries.forgetUse),
      request: store.query(passUseQueries.request, z.object({ requestId: z.string() })),
      writeRequest: store.command(passUseQueries.writeRequest),
      forgetUses: store.command(passUseQueries.forgetUses),
      forgetRequests: store.command(passUseQueries.forgetRequests),
    };
  }

  start(): void {
    try {
      this.#queries.forgetUses.run();
      this.#queries.forgetRequests.run();
    } catch (error) {
      this.#log.warn({ err: error }, "old entries by passes could not be forgotten");
    }
  }

  /** Does the disk take what has to be counted? */
  get canCount(): boolean {
    return this.#store.takesWrites();
  }

  /** @throws when the disk cannot be read: then nobody knows */
  of(passId: string): PassUse {
    return this.#know(passId, this.#known.get(passId) ?? this.#queries.use.get(passId) ?? NEVER);
  }

  /** Guests come and go for as long as the process lives: what was asked for longest ago is only on the disk any more. */
  #know(passId: string, use: PassUse): PassUse {
    this.#known.delete(passId);
    this.#known.set(passId, use);
    const [oldest] = this.#known.keys();
    if (oldest !== undefined && this.#known.size > KNOWN_AT_MOST) {
      this.#known.delete(oldest);
    }
    return use;
  }

  /** Counts one entry. @param server how many there were as far as the server knows; null where nobody counts */
  take(passId: string, server: number | null, nowMs: number): TakenUse {
    const before = this.of(passId);
    const people = server === null ? 0 : 1;
    this.#know(passId, { used: Math.max(before.used, server ?? 0) + people, enteredMs: nowMs });
    return {
      write: () => {
        if (server !== null) {
          this.#queries.add.run(passId, server, people, nowMs);
        }
      },
      giveBack: () => {
        const { used, enteredMs } = this.of(passId);
        const isLast = enteredMs === nowMs;
        this.#know(passId, { used: used - people, enteredMs: isLast ? before.enteredMs : enteredMs });
      },
    };
  }

  /**
   * The desk asks for so many more. What is granted is on the disk when this returns.
   * @throws when the disk does not take it: nobody is counted then
   */
  grant(
    { requestId, passId, people, entries, used }: Omit<PassEntryOrder, "issuedAt">,
    nowMs: number,
  ): boolean {
    if (this.#queries.request.get(requestId)) {
      return true;
    }
    const before = Math.max(this.of(passId).used, used);
    if (before + people > entries) {
      return false;
    }
    this.#store.transaction(() => {
      this.#queries.add.run(passId, used, people, nowMs);
      this.#queries.writeRequest.run(requestId, nowMs);
    });
    this.#know(passId, { used: before + people, enteredMs: nowMs });
    return true;
  }

  /**
   * Another controller is to count a pass: from here on it is used up here, whatever an old list says, which is on the disk
   * when this returns. False where more came in than the server knows of.
   * @throws when the disk does not take it: then it is counted here as before
   */
  handOver({ requestId, passId, used }: PassHandover, nowMs: number): boolean {
    if (this.#queries.request.get(requestId)) {
      return true;
    }
    const own = this.of(passId);
    if (own.used > used) {
      return false;
    }
    this.#store.transaction(() => {
      this.#queries.close.run(passId, MOST_ENTRIES);
      this.#queries.writeRequest.run(requestId, nowMs);
    });
    this.#know(passId, { ...own, used: MOST_ENTRIES });
    return true;
  }

  /** Those that were handed over, and of which nobody said since that others count them. @throws when the disk cannot be read */
  closed(): ReadonlySet<string> {
    return new Set(this.#queries.closed.all(MOST_ENTRIES).map(({ passId }) => passId));
  }

  /** The list that is kept says that others count this pass: one that was handed over may come back with it. */
  othersCount(passId: string): void {
    if (this.of(passId).used < MOST_ENTRIES) {
      return;
    }
    this.#queries.forgetUse.run(passId);
    this.#known.delete(passId);
  }
}
