import type { Services } from "../../platform/context.ts";
import { InRounds } from "../../platform/rounds.ts";
import { sealOf } from "./audit-chain.ts";
import {
  findHeads,
  findUnsealed,
  insertSeals,
  isAnyUnsealed,
  type SealRow,
  takeSealLock,
} from "./audit-seals.queries.ts";
import { findFilesKey } from "./files-keys.queries.ts";

/** How often lines without a seal are looked for. */
const LOOK_MS = 5000;
/** Lines sealed in one transaction. */
const AT_ONCE = 1000;

/**
 * Seals lines some seconds after they were written, so that no action waits for another. Every process looks;
 * one at a time seals.
 */
export class AuditSealer extends InRounds {
  readonly #services: Pick<Services, "db" | "clock" | "digest" | "log" | "jobs">;

  constructor(services: Pick<Services, "db" | "clock" | "digest" | "log" | "jobs">) {
    super(services, {
      everyMs: LOOK_MS,
      firstAfterMs: LOOK_MS,
      failure: "the audit could not be sealed",
      job: "audit-seals",
    });
    this.#services = services;
  }

  /** Asking is one statement, and most of the time all there is: a word for each line would be one for each press. */
  protected async round(): Promise<void> {
    if (await isAnyUnsealed(this.#services.db)) {
      await this.sealAll();
    }
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
