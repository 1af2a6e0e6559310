import type { Services } from "../../platform/context.ts";
import type { DatabaseNews } from "../../platform/database-news.ts";
import { InRounds } from "../../platform/rounds.ts";
import { sealOf } from "./audit-chain.ts";
import { onAuditLine } from "./audit-line-news.ts";
import {
  findHeads,
  findUnsealed,
  insertSeals,
  isAnyUnsealed,
  type SealRow,
  takeSealLock,
} from "./audit-seals.queries.ts";
import { findFilesKey } from "./files-keys.queries.ts";

/** How often lines without a seal are looked for where there may be some. */
const LOOK_MS = 5000;
/** For so long after one was written: its transaction may take that long to end. */
const WATCHED_FOR_MS = 60_000;
/** How often where nobody says that one was written: what a process wrote and died over is sealed by another. */
const SEARCH_MS = 60_000;
/** Lines sealed in one transaction. */
const AT_ONCE = 1000;

type Asked = Pick<Services, "db" | "clock" | "digest" | "log" | "jobs"> & {
  news: Pick<DatabaseNews, "isHeard" | "on">;
};

/**
 * Seals lines some seconds after they were written, so that no action waits for another. Every process looks;
 * one at a time seals.
 */
export class AuditSealer extends InRounds {
  readonly #services: Asked;
  /** What ends its hearing of lines. */
  #ignore: readonly (() => void)[] = [];
  /** When the last one was written, as far as it is known here. */
  #writtenAt = Number.NEGATIVE_INFINITY;

  constructor(services: Asked) {
    super(services, {
      everyMs: LOOK_MS,
      firstAfterMs: LOOK_MS,
      failure: "the audit could not be sealed",
      job: "audit-seals",
      // Said by commands, which seal nothing themselves.
      told: { news: services.news, topic: "audit", afterMs: LOOK_MS },
    });
    this.#services = services;
  }

  /** The database says nothing of each line: a word for each would be one for each press. Who writes them says so here. */
  override start(): void {
    const written = () => {
      this.#writtenAt = this.#services.clock.steadyMs();
      this.rounds.wake(LOOK_MS);
    };
    // A line of the logbook brings one of the audit with it, by the database itself.
    this.#ignore = [onAuditLine(written), this.#services.news.on("logbook", written)];
    super.start();
  }

  override async stop(): Promise<void> {
    for (const ignore of this.#ignore) {
      ignore();
    }
    await super.stop();
  }

  /** Asking is one statement, and most of the time all there is. @returns milliseconds until the next */
  protected async round(): Promise<number> {
    const { db, clock } = this.#services;
    if (await isAnyUnsealed(db)) {
      this.#writtenAt = clock.steadyMs();
      await this.sealAll();
    }
    const isQuiet = clock.steadyMs() - this.#writtenAt >= WATCHED_FOR_MS;
    return isQuiet ? Math.min(this.rounds.restMs, SEARCH_MS) : LOOK_MS;
  }

  /** Seals all that waits; nothing when another process is at it. */
  async sealAll(): Promise<void> {
    for (let sealed = AT_ONCE; sealed === AT_ONCE; ) {
      sealed = await this.#sealSome();
    }
  }

  /** @returns how many were sealed */
  async #sealSome(): Promise<number> {
    const { db, clock, digest } = this.#services;
    return db.transaction().execute(async (trx) => {
      if (!(await takeSealLock(trx))) {
        return 0;
      }
      const inUse = await findFilesKey(trx);
      if (inUse && inUse.fingerprint !== digest.fingerprint) {
        throw new Error(
          "another key of the files was taken up: this process has to be started again with it",
        );
      }
      const waiting = await findUnsealed(trx, AT_ONCE);
      if (waiting.length === 0) {
        return 0;
      }
      const chains = [...new Set(waiting.map(({ chain }) => chain))];
      const heads = new Map(
        (await findHeads(trx, chains)).map(({ chain, ...head }) => [chain, head] as const),
      );
      const seals: SealRow[] = [];
      for (const { chain, line } of waiting) {
        const before = heads.get(chain);
        const place = { chain, position: (before?.position ?? 0) + 1, sealedAt: clock.now() };
        const seal = sealOf(digest, place, line, before?.digest ?? null);
        heads.set(chain, { position: place.position, digest: seal });
        seals.push({ ...place, lineId: line.id, digest: seal });
      }
      await insertSeals(trx, seals);
      return seals.length;
    });
  }
}
