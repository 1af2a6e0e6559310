import { FreeOrigin } from "@umbral/contract/doors/door-modes.contract";
import { z } from "zod";
import type { FactQueue } from "../../platform/facts.ts";
import type { Log } from "../../platform/log.ts";
import type { Store } from "../../platform/store.ts";
import { freePeriodQueries } from "./free-periods.queries.ts";

/** One time in which a door is free, from the move of its relay to its rest. */
export interface FreePeriod {
  id: string;
  doorId: string;
  origin: FreeOrigin;
}

const Row = z.object({
  id: z.uuid(),
  doorId: z.uuid(),
  origin: FreeOrigin,
  lastAt: z.iso.datetime(),
  state: z.enum(["intent", "free"]),
});

interface Parts {
  store: Store;
  facts: FactQueue;
  date: () => Date;
  log: Log;
}

/**
 * Writes down when doors are free. The disk knows before a relay moves, so that the process after one that was killed tells
 * what may have been, and its end.
 */
export class FreePeriods {
  readonly #parts: Parts;
  readonly #queries;
  /** Those that go on, also where the disk does not know. */
  readonly #open = new Set<string>();

  constructor(parts: Parts) {
    this.#parts = parts;
    const { store } = parts;
    this.#queries = {
      intend: store.command(freePeriodQueries.intend),
      begin: store.command(freePeriodQueries.begin),
      goOn: store.command(freePeriodQueries.goOn),
      end: store.command(freePeriodQueries.end),
      all: store.query(freePeriodQueries.all, Row),
    };
  }

  /** Tells the end of what a killed process left open: its relays rest since then. */
  start(): void {
    const { log } = this.#parts;
    for (const { lastAt, state, ...period } of this.#interrupted()) {
      log.warn({ doorId: period.doorId }, "the controller stopped while this door was free");
      if (state === "intent") {
        this.#tellFreed(period, lastAt, false);
      }
      this.#tellEnded(period, lastAt);
    }
  }

  /** The names of those that go on. */
  get open(): string[] {
    return [...this.#open];
  }

  /** Before the relay moves. */
  intend(period: FreePeriod): void {
    this.#onDisk(() => this.#queries.intend.run(...this.#columns(period, this.#now())));
  }

  /** The relay did not move. */
  forget({ id }: FreePeriod): void {
    this.#onDisk(() => this.#queries.end.run(id));
  }

  /** The relay was asked, and nobody knows whether it moved before it was let go. */
  mayHaveBeen(period: FreePeriod): void {
    this.#tellFreed(period, this.#now(), false);
    this.#tellEnded(period, this.#now());
  }

  /** The door is free. */
  begin(period: FreePeriod): void {
    this.#open.add(period.id);
    this.#tellFreed(period, this.#now(), true);
  }

  /** Those that began go on: noted from time to time, since a card wears out. */
  goOn(): void {
    this.#onDisk(() => this.#queries.goOn.run(this.#now()));
  }

  /** The door is as always again. */
  end(period: FreePeriod): void {
    this.#open.delete(period.id);
    this.#tellEnded(period, this.#now());
  }

  #tellFreed(period: FreePeriod, at: string, isCertain: boolean): void {
    const { id: periodId, doorId, origin } = period;
    this.#parts.facts.record({ kind: "door-freed", at, periodId, doorId, origin, isCertain }, () =>
      this.#queries.begin.run(...this.#columns(period, at)),
    );
  }

  #tellEnded({ id: periodId, doorId }: FreePeriod, at: string): void {
    this.#parts.facts.record({ kind: "door-free-ended", at, periodId, doorId }, () =>
      this.#queries.end.run(periodId),
    );
  }

  #interrupted(): z.infer<typeof Row>[] {
    try {
      return this.#queries.all.all();
    } catch (error) {
      this.#parts.log.error({ err: error }, "earlier free doors could not be read");
      return [];
    }
  }

  #columns({ id, doorId, origin }: FreePeriod, at: string): string[] {
    return [id, doorId, origin, at];
  }

  #now(): string {
    return this.#parts.date().toISOString();
  }

  /** A disk that takes nothing keeps no door from what it should be. */
  #onDisk(write: () => void): void {
    try {
      write();
    } catch (error) {
      this.#parts.log.error({ err: error }, "a free door could not be written down");
    }
  }
}
