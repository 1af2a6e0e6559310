import type { Services } from "../../platform/context.ts";
import { InRounds } from "../../platform/rounds.ts";
import {
  deleteStale,
  findAllBuildings,
  findBuildingsOf,
  findStaleBuildings,
  findStalePeople,
  putBuildingsBack,
} from "./access-list.queries.ts";
import { type Parts, refreshBuilding, refreshPeople } from "./access-list.ts";
import { deleteStalePasses, findStalePasses } from "./pass-entries.queries.ts";
import { refreshAllPasses, refreshPasses, refreshWays } from "./pass-entries.ts";
import type { PassSource } from "./pass-source.ts";

/** How often what changed is looked for where the database does not say that something did. */
const LOOK_MS = 1000;
/** Requests that come together are one look; a card that is taken away must not open a second later. */
const SOON_MS = 50;
const AFTER_FAILURE_MS = 5000;
/** How often every building is reckoned anew: as the days go by, other holidays are near. */
const EVERYTHING_MS = 6 * 3_600_000;
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
 * change (`access_stale`), and reckoned here at once; and from time to time everything is.
 */
export class AccessKeeper extends InRounds {
  readonly #parts: Parts;
  readonly #tell: Hearing;
  #everythingAt = 0;
  /** Buildings of which some passes could not be reckoned: then all of them are. */
  readonly #passesAgain = new Set<string>();

  constructor(services: Services, passes: PassSource, tell: Hearing) {
    super(services, {
      everyMs: LOOK_MS,
      afterFailureMs: AFTER_FAILURE_MS,
      failure: "access lists could not be reckoned",
      job: "access-lists",
      told: { news: services.news, topic: "access", afterMs: SOON_MS },
    });
    const { db, clock, log } = services;
    this.#parts = { db, clock, log, passes };
    this.#tell = tell;
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
    const { db, clock } = this.#parts;
    await this.#refreshSome();
    const stale = await findStaleBuildings(db);
    const now = clock.now().getTime();
    const isAll = now >= this.#everythingAt;
    const buildings = isAll ? await findAllBuildings(db) : stale.map(({ buildingId }) => buildingId);
    const failed = new Set<string>();
    for (const buildingId of new Set(buildings)) {
      if (this.rounds.isStopped) {
        return this.rounds.restMs;
      }
      if (!(await this.#try(buildingId, () => this.#refreshBuilding(buildingId)))) {
        failed.add(buildingId);
      }
    }
    await this.#refreshPassesOf(isAll ? [...buildings, ...this.#passesAgain] : [...this.#passesAgain]);
    if (isAll) {
      await putBuildingsBack(db, [...failed]);
      this.#everythingAt = now + EVERYTHING_MS;
    }
    await deleteStale(
      db,
      stale.filter(({ buildingId }) => !failed.has(buildingId)).map(({ id }) => id),
    );
    return failed.size + this.#passesAgain.size === 0 ? this.rounds.restMs : AFTER_FAILURE_MS;
  }

  async #refreshBuilding(buildingId: string): Promise<boolean> {
    const isOther = await refreshBuilding(this.#parts, buildingId, () => this.#refreshSome());
    // Its doors may be others: for passes that is one entry for each way.
    return (await refreshWays(this.#parts, buildingId)) || isOther;
  }

  async #refreshPassesOf(buildingIds: readonly string[]): Promise<void> {
    for (const buildingId of new Set(buildingIds)) {
      if (this.rounds.isStopped) {
        return;
      }
      const refresh = () => refreshAllPasses(this.#parts, buildingId, () => this.#refreshSome());
      if (await this.#try(buildingId, refresh)) {
        this.#passesAgain.delete(buildingId);
      } else {
        this.#passesAgain.add(buildingId);
      }
    }
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
