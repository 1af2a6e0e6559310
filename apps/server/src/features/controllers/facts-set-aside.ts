import type { ToldFact } from "@umbral/contract/controllers/controller-facts.contract";
import { sql } from "kysely";
import pg from "pg";
import type { Services } from "../../platform/context.ts";
import { isDatabaseAway, type Trx } from "../../platform/database.ts";
import type { Figure } from "../../platform/figures.ts";
import { type FileStore, FilesAway } from "../../platform/files.ts";
import { Refused } from "../../platform/refused.ts";
import {
  countSetAside,
  deleteOldSetAside,
  insertSetAside,
  SET_ASIDE_REASONS,
  type SetAsideReason,
} from "./facts-set-aside.queries.ts";

/** Long enough for every fact there is; what is longer is none. */
const BODY_CHARACTERS = 8000;
const KEPT_MS = 90 * 24 * 3_600_000;
/** Of one controller: one that tells nothing else may not fill the disk. */
const KEPT_OF_ONE = 1000;
/** So long it counts as something that somebody should look at. */
const RECENT_MS = 24 * 3_600_000;

/** Values, references and lengths that cannot be, and what a trigger of ours refuses. Anything else is the database's own. */
const REFUSES_CONTENT = /^(22|23|44|54|P0)/;
/** What the system may say of one file, whatever the state of its disk. */
const OF_ONE_FILE: ReadonlySet<string> = new Set(["EEXIST", "EFBIG", "EINVAL", "EISDIR", "ENAMETOOLONG"]);
/** Refusals that say that the server has too much to do or not enough to do it with. */
const OF_THE_SERVER: readonly string[] = ["UNAVAILABLE", "FILES_AWAY", "TOO_OFTEN"];

/**
 * Whose fault it is that a fact could not be kept: the fact's own, with why, or (null) the server's, to which it is told
 * again until it is well.
 */
export function faultOfFact(error: unknown): { reason: SetAsideReason; fault: string | null } | null {
  if (error instanceof Refused) {
    return OF_THE_SERVER.includes(error.code) ? null : { reason: "fault", fault: error.code };
  }
  if (error instanceof pg.DatabaseError) {
    const state = error.code ?? "";
    return REFUSES_CONTENT.test(state) ? { reason: "database", fault: state } : null;
  }
  if (isDatabaseAway(error) || error instanceof FilesAway) {
    return null;
  }
  if (error instanceof Error && "code" in error && typeof error.code === "string" && "syscall" in error) {
    return OF_ONE_FILE.has(error.code) ? { reason: "file", fault: error.code } : null;
  }
  return { reason: "fault", fault: error instanceof Error ? error.name : null };
}

/**
 * Does something of a transaction so that it can be undone without the rest of it.
 * @param files where its pictures go: one that takes nothing at all now is no fault of a picture
 * @returns what it returns, or why not where that is the fact's own fault; throws what is the server's
 */
export async function tryToKeep<Result>(
  trx: Trx,
  files: Pick<FileStore, "check">,
  keep: () => Promise<Result>,
): Promise<{ kept: Result } | { reason: SetAsideReason; fault: string | null; error: unknown }> {
  await sql`savepoint fact`.execute(trx);
  try {
    const kept = await keep();
    // What would be refused at the commit is refused here, where it is known of which fact it is.
    await sql`set constraints all immediate`.execute(trx);
    await sql`release savepoint fact`.execute(trx);
    return { kept };
  } catch (error) {
    const why = faultOfFact(error);
    if (why === null) {
      throw error;
    }
    if (why.reason === "file") {
      await files.check();
    }
    await sql`rollback to savepoint fact`.execute(trx);
    return { ...why, error };
  }
}

/** Writes down what could not be kept, without its picture, in the transaction that acknowledges it. */
export async function setAside(
  { newId, clock, log }: Pick<Services, "newId" | "clock" | "log">,
  trx: Trx,
  controllerId: string,
  told: ToldFact,
  why: { reason: SetAsideReason; fault: string | null; error?: unknown },
): Promise<void> {
  const { reason, fault } = why;
  const kind = "kind" in told && typeof told.kind === "string" ? told.kind.slice(0, 40) : null;
  const body = JSON.stringify(told, function withoutBytes(this: unknown, name: string, value: unknown) {
    // As it stands there: what comes here of a `Buffer` is the list of its bytes already.
    return Object(this)[name] instanceof Uint8Array ? undefined : value;
  });
  // What the database says of it may hold what it tells of a person; a fault of ours has to be found.
  const fromUs = reason === "fault" ? { err: why.error } : {};
  log.error({ controllerId, seq: told.seq, reason, fault, ...fromUs }, "a fact is set aside");
  await insertSetAside(trx, {
    id: newId(),
    controllerId,
    seq: told.seq,
    // A zero byte is no text to the database.
    kind: kind?.replaceAll("\u0000", "") ?? null,
    reason,
    fault,
    body: body.length <= BODY_CHARACTERS ? body : null,
    at: clock.now(),
  });
}

/** How many were set aside lately, by why. */
export const setAsideFigure = ({ db, clock }: Services): Figure => ({
  name: "umbral_facts_set_aside",
  help: "Facts of controllers that could not be kept and were set aside in the last 24 hours, by reason",
  labels: ["reason"],
  async read() {
    const counted = await countSetAside(db, new Date(clock.now().getTime() - RECENT_MS));
    return SET_ASIDE_REASONS.map((reason) => ({
      labels: { reason },
      value: counted.find((row) => row.reason === reason)?.count ?? 0,
    }));
  },
});

/** How many were set aside lately. */
export async function recentlySetAside({ db, clock }: Pick<Services, "db" | "clock">): Promise<number> {
  const counted = await countSetAside(db, new Date(clock.now().getTime() - RECENT_MS));
  return counted.reduce((sum, { count }) => sum + count, 0);
}

/** Lets go what was looked at or never will be. */
export const tidySetAside = ({ db, clock }: Services): Promise<void> =>
  deleteOldSetAside(db, new Date(clock.now().getTime() - KEPT_MS), KEPT_OF_ONE);
