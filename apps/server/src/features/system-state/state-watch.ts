import type { Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { InRounds } from "../../platform/rounds.ts";
import { type ComponentReader, judge, type Kept, type News, type Reading } from "./component-rule.ts";
import { findStanding, findStates, forgetStates, keepStates, lockLook } from "./component-states.queries.ts";
import { writeNotices } from "./state-notices.ts";

const LOOK_MS = 30_000;
/** How often while all is well: what is away is then told of by its own limit, which is longer. */
const WELL_LOOK_MS = 60_000;
/** Controllers come back by themselves after a start. */
const FIRST_AFTER_MS = 90_000;

/** Looks at all that has a state, keeps since when it is so, and tells people once what is away for too long. */
export class StateWatch extends InRounds {
  readonly #services: Services;
  readonly #readers: readonly ComponentReader[];
  #lookedAt: Date | null = null;

  /** @param readers of several rooms */
  constructor(services: Services, readers: readonly ComponentReader[]) {
    super(services, {
      everyMs: LOOK_MS,
      firstAfterMs: FIRST_AFTER_MS,
      failure: "the states of controllers, devices and the server could not be looked at",
      job: "states",
    });
    this.#services = services;
    this.#readers = readers;
  }

  /** @returns milliseconds until the next look */
  protected async round(): Promise<number> {
    return (await this.look()) ? WELL_LOOK_MS : LOOK_MS;
  }

  /** When this process looked last. */
  get lookedAt(): Date | null {
    return this.#lookedAt;
  }

  /**
   * One look. What it finds, and what it tells, is one transaction: nothing is told twice, and nothing is forgotten.
   * @returns whether all is well, and people know it
   */
  async look(): Promise<boolean> {
    const { db, clock, log, wakeOutbox } = this.#services;
    const found: Reading[] = [];
    const kindsRead = new Set<string>();
    let isAllRead = true;
    for (const { kinds, read } of this.#readers) {
      try {
        found.push(...(await read()));
        for (const kind of kinds) {
          kindsRead.add(kind);
        }
      } catch (error) {
        isAllRead = false;
        log.error({ err: error }, "a state could not be read");
      }
    }
    const now = clock.now();
    const { isTold, isTroubleKnown } = await db.transaction().execute(async (trx) => {
      await lockLook(trx);
      const rows = await findStates(trx);
      const { changed, news } = compare(rows, found, now);
      await keepStates(trx, await withoutGone(trx, changed));
      await forgetStates(trx, goneOf(rows, found, kindsRead));
      if (news.length > 0) {
        await writeNotices(this.#services, trx, news);
      }
      return {
        isTold: news.length > 0,
        isTroubleKnown: rows.some(({ noticedAt }) => noticedAt !== null),
      };
    });
    this.#lookedAt = now;
    if (isTold) {
      wakeOutbox();
    }
    return isAllRead && !isTroubleKnown && found.every(({ isWell }) => isWell !== false);
  }
}

/** A building may have been deleted since what is in it was read: of that there is nothing to be kept. */
async function withoutGone<Of extends Reading>(trx: Trx, readings: readonly Of[]): Promise<Of[]> {
  const ids = new Set(readings.flatMap(({ buildingId }) => buildingId ?? []));
  const standing = ids.size === 0 ? ids : await findStanding(trx, [...ids]);
  return readings.filter(({ buildingId }) => buildingId === null || standing.has(buildingId));
}

type Row = Kept & Pick<Reading, "id" | "name" | "buildingId" | "figure"> & { kind: string };

/** What is to be written of a look, and what to be told. */
function compare(rows: readonly Row[], found: readonly Reading[], now: Date) {
  const kept = new Map(rows.map((row) => [keyOf(row), row]));
  const changed: (Reading & Kept)[] = [];
  const news: News[] = [];
  for (const reading of found) {
    const { isWell } = reading;
    const before = kept.get(keyOf(reading));
    if (isWell === null) {
      continue;
    }
    const { kept: after, tell } = judge(before, { ...reading, isWell }, now);
    if (!before || tell || isOther(before, { ...reading, ...after })) {
      changed.push({ ...reading, ...after });
    }
    if (tell) {
      news.push({ ...reading, ...after, tell });
    }
  }
  return { changed, news };
}

/** What is not there any more, the last of its kind too. Of kinds that could not be read nobody knows. */
function goneOf(
  rows: readonly Row[],
  found: readonly Reading[],
  kindsRead: ReadonlySet<string>,
): readonly Row[] {
  const there = new Set(found.map(keyOf));
  return rows.filter((row) => kindsRead.has(row.kind) && !there.has(keyOf(row)));
}

const keyOf = ({ kind, id }: { kind: string; id: string }): string => `${kind} ${id}`;

const isOther = (before: Row, after: Reading & Kept): boolean =>
  before.isWell !== after.isWell ||
  before.since.getTime() !== after.since.getTime() ||
  before.name !== after.name ||
  before.figure !== after.figure ||
  before.buildingId !== after.buildingId;
