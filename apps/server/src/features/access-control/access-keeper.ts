import type { Services } from "../../platform/context.ts";
import { program } from "../../platform/program.ts";
import { InRounds } from "../../platform/rounds.ts";
import {
  deleteStale,
  findBuildingsOf,
  findStaleBuildings,
  findStalePeople,
  putBuildingsBack,
} from "./access-list.queries.ts";
import { type Parts, refreshBuilding, refreshPeople } from "./access-list.ts";
import { type DueRule, findDueBuildings, noteBegun, noteReckoned, noteWrong } from "./due-lists.queries.ts";
import { deleteStalePasses, findStalePasses } from "./pass-entries.queries.ts";
import { refreshAllPasses, refreshPasses, refreshWays } from "./pass-entries.ts";
import type { PassSource } from "./pass-source.ts";

/** How often what changed is looked for where the database does not say that something did. */
const LOOK_MS = 1000;
/** Requests that come together are one look; a card that is taken away must not open a second later. */
const SOON_MS = 50;
const AFTER_FAILURE_MS = 5000;
/** A building's whole list is reckoned anew after so long: as the days go by, other holidays are near. */
const DUE_MS = 6 * 3_600_000;
/** How often it is asked of which that is so; one process may do all of it, and no other then finds any. */
const ASK_MS = 15 * 60_000;
/** Changes of people taken up at once. */
const AT_ONCE = 500;

/** Who is told what is another one now. */
interface Hearing {
  /** A building's list. */
  list: (buildingId: string) => void;
  /** Passes, whoever changed them; once what doors have to know of them is written. */
  passes: (passIds: readonly string[]) => Promise<void>;
}

/**
 * Keeps the buildings' access lists as they are to be. What may differ is written down by the database itself, with the
 * change (`access_stale`), and reckoned here at once, by each process that hears of it; and from time to time everything is,
 * by one for all.
 */
export class AccessKeeper extends InRounds {
  readonly #parts: Parts;
  readonly #tell: Hearing;
  readonly #nodeId: string;
  #askedAt = 0;
  /** Until all were looked at once: what another program reckoned may be other than it would be here. */
  #isNew = true;
  /** Buildings of which some passes could not be reckoned: then all of them are. */
  readonly #passesAgain = new Set<string>();

  /** @param as under the name of which program it writes down what it reckoned */
  constructor(services: Services, passes: PassSource, tell: Hearing, as = program) {
    super(services, {
      everyMs: LOOK_MS,
      afterFailureMs: AFTER_FAILURE_MS,
      failure: "access lists could not be reckoned",
      job: "access-lists",
      told: { news: services.news, topic: "access", afterMs: SOON_MS },
    });
    const { db, clock, log, nodeId } = services;
    this.#parts = { db, clock, log, passes, program: as };
    this.#tell = tell;
    this.#nodeId = nodeId;
  }

  /** Something may have changed: it is looked at at once. */
  wake(): void {
    this.rounds.wake(SOON_MS);
  }

  /**
   * Reckons what changed; people before whole buildings, and in between. A building of which that fails keeps no other
   * waiting: it is tried again as a whole. Whoever stops it waits for one building, not for thousands: what is left stays
   * written down, for another process or the next.
   * @returns milliseconds until the next round
   */
  async round(): Promise<number> {
    const failed = new Set<string>();
    await this.#refreshChanged(failed);
    for (const buildingId of [...this.#passesAgain]) {
      if (this.rounds.isStopped) {
        break;
      }
      await this.#refreshAllPasses(buildingId);
    }
    // Either way: somebody may have set the date back.
    if (Math.abs(this.#parts.clock.now().getTime() - this.#askedAt) >= ASK_MS) {
      await this.#refreshDue(failed);
    }
    return failed.size + this.#passesAgain.size === 0 ? this.rounds.restMs : AFTER_FAILURE_MS;
  }

  /** @param failed buildings that are not tried in this round any more; those that fail are added */
  async #refreshChanged(failed: Set<string>): Promise<void> {
    const { db } = this.#parts;
    await this.#refreshSome();
    const stale = (await findStaleBuildings(db)).filter(({ buildingId }) => !failed.has(buildingId));
    for (const buildingId of new Set(stale.map((change) => change.buildingId))) {
      if (this.rounds.isStopped) {
        return;
      }
      if (!(await this.#refreshBuilding(buildingId))) {
        failed.add(buildingId);
      }
    }
    await deleteStale(
      db,
      stale.filter(({ buildingId }) => !failed.has(buildingId)).map(({ id }) => id),
    );
  }

  /**
   * Whole lists that nobody reckoned for long. Processes that begin together share them: each takes them in an order of its
   * own, and asks before each whether another was there. What changes meanwhile comes first.
   */
  async #refreshDue(failed: Set<string>): Promise<void> {
    const { db, clock, program } = this.#parts;
    const rule = (): DueRule => {
      const now = clock.now();
      return { since: new Date(now.getTime() - DUE_MS), now, program: this.#isNew ? program : null };
    };
    const order = this.#nodeId;
    for (const buildingId of await findDueBuildings(db, rule(), { order })) {
      await this.#refreshChanged(failed);
      if (this.rounds.isStopped) {
        return;
      }
      const at = clock.now();
      const isDue = (await findDueBuildings(db, rule(), { order, ofThem: buildingId })).length > 0;
      if (isDue) {
        await noteBegun(db, buildingId, program);
        const isListDone = !failed.has(buildingId) && (await this.#refreshBuilding(buildingId));
        if (!isListDone && !failed.has(buildingId)) {
          failed.add(buildingId);
          await putBuildingsBack(db, [buildingId]);
        }
        if ((await this.#refreshAllPasses(buildingId)) && isListDone) {
          await noteReckoned(db, buildingId, { at, program });
        }
      }
    }
    this.#isNew = false;
    this.#askedAt = clock.now().getTime();
  }

  /** @returns false when it failed */
  #refreshBuilding(buildingId: string): Promise<boolean> {
    return this.#try(buildingId, async () => {
      const isOther = await refreshBuilding(this.#parts, buildingId, () => this.#refreshSome());
      // Its doors may be others: for passes that is one entry for each way.
      return (await refreshWays(this.#parts, buildingId)) || isOther;
    });
  }

  /** @returns false when it failed */
  async #refreshAllPasses(buildingId: string): Promise<boolean> {
    const isDone = await this.#try(buildingId, () =>
      refreshAllPasses(this.#parts, buildingId, () => this.#refreshSome()),
    );
    if (isDone) {
      this.#passesAgain.delete(buildingId);
    } else {
      this.#passesAgain.add(buildingId);
    }
    return isDone;
  }

  /** What changed of people and of passes. */
  async #refreshSome(): Promise<void> {
    await this.#refreshPeople();
    await this.#refreshPasses();
  }

  /** @returns false when it failed */
  async #try(buildingId: string, refresh: () => Promise<boolean>): Promise<boolean> {
    try {
      if (await refresh()) {
        this.#tell.list(buildingId);
      }
      return true;
    } catch (error) {
      // Whatever part of it was written is told, as far as it came.
      this.#tell.list(buildingId);
      this.#parts.log.error({ err: error, buildingId }, "a building's access list could not be reckoned");
      return false;
    }
  }

  async #refreshPeople(): Promise<void> {
    const { db, clock } = this.#parts;
    let stale: Awaited<ReturnType<typeof findStalePeople>>;
    do {
      stale = await findStalePeople(db, AT_ONCE);
      const everywhere = stale.filter(({ buildingId }) => buildingId === null).map(({ userId }) => userId);
      const found = everywhere.length > 0 ? await findBuildingsOf(db, everywhere, clock.now()) : [];
      const people = new Map<string, Set<string>>();
      for (const { buildingId, userId } of [...stale, ...found]) {
        if (buildingId !== null) {
          people.set(buildingId, (people.get(buildingId) ?? new Set()).add(userId));
        }
      }
      const failed: string[] = [];
      for (const [buildingId, userIds] of people) {
        if (this.rounds.isStopped) {
          return;
        }
        if (!(await this.#try(buildingId, () => refreshPeople(this.#parts, buildingId, [...userIds])))) {
          failed.push(buildingId);
        }
      }
      await putBuildingsBack(db, failed);
      await deleteStale(
        db,
        stale.map(({ id }) => id),
      );
    } while (stale.length === AT_ONCE);
  }

  async #refreshPasses(): Promise<void> {
    const { db } = this.#parts;
    let stale: Awaited<ReturnType<typeof findStalePasses>>;
    do {
      stale = await findStalePasses(db, AT_ONCE);
      const passes = new Map<string, Set<string>>();
      for (const { buildingId, passId } of stale) {
        passes.set(buildingId, (passes.get(buildingId) ?? new Set()).add(passId));
      }
      for (const [buildingId, passIds] of passes) {
        if (this.rounds.isStopped) {
          return;
        }
        if (!(await this.#try(buildingId, () => refreshPasses(this.#parts, buildingId, [...passIds])))) {
          this.#passesAgain.add(buildingId);
          // Who begins after this process died would not know.
          await noteWrong(db, buildingId);
        }
      }
      await deleteStalePasses(
        db,
        stale.map(({ id }) => id),
      );
      await this.#tellOfPasses(stale.map(({ passId }) => passId));
    } while (stale.length === AT_ONCE);
  }

  /** Doors come first: that screens could not be told keeps no list waiting. */
  async #tellOfPasses(passIds: readonly string[]): Promise<void> {
    try {
      if (passIds.length > 0) {
        await this.#tell.passes(passIds);
      }
    } catch (error) {
      this.#parts.log.error({ err: error }, "passes that changed could not be told");
    }
  }
}
