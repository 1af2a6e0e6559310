import type { Services } from "./context.ts";
import { compareWithDatabase, isApart } from "./database-clock.ts";
import { withinMs } from "./disk-question.ts";
import { writeProbe } from "./write-probe.queries.ts";

/** A probe writes to real disks, and anybody may ask: its answer holds for this long. */
const KEPT_MS = 5000;
/** That it cannot is believed for less: who waits for it to come back does not wait for us. */
const FAILURE_KEPT_MS = 500;
/** A disk that does not answer is one that takes nothing. */
const PATIENCE_MS = 4000;

/** This machine's clock is not the database's. */
export class ClockIsWrong extends Error {
  readonly behindMs: number;

  constructor(behindMs: number) {
    super("this machine's clock is not the database's; set both by a time service (NTP)");
    this.behindMs = Math.round(behindMs);
  }
}

/** The disk of the pictures takes nothing: it is full, only read, or away. */
class FilesTakeNothing extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : "the disk of the pictures takes nothing", { cause });
  }
}

/** What keeps a server from being ready, in a word: anybody may ask. */
export function hindranceOf(error: unknown): "clock" | "files" | "database" {
  if (error instanceof ClockIsWrong) {
    return "clock";
  }
  return error instanceof FilesTakeNothing ? "files" : "database";
}

/**
 * Whether an object store takes nothing now. It is all processes' own, so that one which took itself off for it would take
 * the doors with it: a server is ready all the same, and says so.
 */
export class StoreWatch {
  readonly #services: Pick<Services, "files" | "clock">;
  #known: { at: number; isAway: boolean } | undefined;
  #asking: Promise<boolean> | undefined;

  constructor(services: Pick<Services, "files" | "clock">) {
    this.#services = services;
  }

  /** Null where the files are on a disk. Nobody waits for a store but who asks first: all others hear what was known last. */
  async isAway(): Promise<boolean | null> {
    const { files, clock } = this.#services;
    if (files.place === "disk") {
      return null;
    }
    const keptMs = this.#known?.isAway ? FAILURE_KEPT_MS : KEPT_MS;
    if (this.#known === undefined || clock.steadyMs() - this.#known.at >= keptMs) {
      this.#asking ??= this.#ask();
    }
    return this.#known?.isAway ?? this.#asking ?? null;
  }

  async #ask(): Promise<boolean> {
    const { files, clock } = this.#services;
    const isAway = await withinMs(PATIENCE_MS, files.check()).then(
      () => false,
      () => true,
    );
    this.#known = { at: clock.steadyMs(), isAway };
    this.#asking = undefined;
    return isAway;
  }
}

/** Tells whether the server can do what it is there for: read, and above all write what people and doors do. */
export class Readiness {
  readonly #services: Pick<Services, "db" | "files" | "clock" | "nodeId">;
  /** When the last probe that succeeded ended, on the steady clock. */
  #wroteAt = Number.NEGATIVE_INFINITY;
  #failed: { at: number; error: unknown } | undefined;
  #probe: Promise<void> | undefined;

  constructor(services: Pick<Services, "db" | "files" | "clock" | "nodeId">) {
    this.#services = services;
  }

  /** Throws what is wrong. */
  async check(): Promise<void> {
    const { db, clock } = this.#services;
    const reading = await compareWithDatabase(db, () => clock.now().getTime(), 1);
    if (isApart(reading)) {
      throw new ClockIsWrong(reading.behindMs);
    }
    const now = clock.steadyMs();
    if (this.#failed && now - this.#failed.at < FAILURE_KEPT_MS) {
      throw this.#failed.error;
    }
    if (now - this.#wroteAt >= KEPT_MS) {
      await withinMs(PATIENCE_MS, this.#write());
    }
  }

  /** One at a time, however many ask. */
  #write(): Promise<void> {
    const { db, files, clock, nodeId } = this.#services;
    this.#probe ??= Promise.all([
      // An object store is watched by itself (StoreWatch).
      files.place === "disk" &&
        files.check().catch((error: unknown) => {
          throw new FilesTakeNothing(error);
        }),
      writeProbe(db, nodeId),
    ])
      .then(
        () => {
          this.#failed = undefined;
          this.#wroteAt = clock.steadyMs();
        },
        (error: unknown) => {
          this.#failed = { at: clock.steadyMs(), error };
          throw error;
        },
      )
      .finally(() => {
        this.#probe = undefined;
      });
    return this.#probe;
  }
}
