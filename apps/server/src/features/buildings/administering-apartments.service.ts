import type { ApartmentType } from "@umbral/contract/auth/auth.contract";
import type {
  ApartmentOrder,
  ApartmentSettings,
} from "@umbral/contract/buildings/administering-apartments.contract";
import type { Direction } from "@umbral/contract/lib/pages";
import type { Role } from "@umbral/contract/lib/roles";
import type { Actor, Services } from "../../platform/context.ts";
import type { Db, Trx } from "../../platform/database.ts";
import { person } from "../../platform/live.ts";
import { Refused } from "../../platform/refused.ts";
import { changeOf, writeAction, writeAuditLine } from "../audit/audit.service.ts";
import { endWatching } from "../cameras/watching.ts";
import { findOpenSpaces, keepSpacesAsOver, lockOpenSpacesIn, tellOfBuilding } from "../spaces/index.ts";
import {
  type ApartmentRow,
  countApartments,
  findApartmentSettings,
  findApartmentsById,
  findTakenNames,
  holdWholeHomes,
  insertApartments,
  lockApartment,
  removeApartment,
  updateApartment,
} from "./administering-apartments.queries.ts";
import { lockFloor } from "./administering-buildings.queries.ts";
import { readSettings, refuseTakenName } from "./administering-buildings.service.ts";
import { endPeopleWithoutAccount, type TakingLevels } from "./people-without-account.ts";
import { writeRemoval } from "./removal-words.ts";

/** What deleting a home asks of the rooms above. */
export interface Replacing extends TakingLevels {
  /** Tells whoever waits for a space there that it is rejected. */
  writeDecisionToAsker(
    services: Services,
    trx: Trx,
    news: { requestId: string; approved: false; userId: string; apartmentId: string; role: Role },
  ): Promise<void>;
  /** Takes back the invitations that wait to be accepted there. */
  takeBackOfHome(services: Services, trx: Trx, actor: Actor, apartmentId: string): Promise<void>;
  /** Tells whoever decides that one waits less. */
  tellDeciders(
    services: Services,
    of: { buildingId: string; apartmentId: string; role: Role },
  ): Promise<void>;
}

/** Rows of a page when somebody asks for a page and not for how many. */
const PAGE_ROWS = 50;

/** The apartments of a building: all of them, or a page. */
export async function readApartmentsOf(
  services: Services,
  buildingId: string,
  query: {
    search?: string | undefined;
    active?: "true" | "false" | undefined;
    page?: number | undefined;
    limit?: number | undefined;
    sort?: ApartmentOrder | undefined;
    direction?: Direction | undefined;
  },
): Promise<{
  building: { id: string; name: string };
  apartments: ApartmentSettings[];
  totalPages?: number;
}> {
  const { db, clock } = services;
  const { building } = await readSettings(services, buildingId);
  const { search, active, page, limit, sort, direction = "asc" } = query;
  const isPaged = page !== undefined || limit !== undefined;
  const rows = limit ?? PAGE_ROWS;
  const wanted = {
    buildingId,
    search,
    active: active === undefined ? undefined : active === "true",
    page: isPaged ? { offset: ((page ?? 1) - 1) * rows, limit: rows } : undefined,
    order: sort === undefined ? undefined : { by: sort, direction },
  };
  const [apartments, count] = await Promise.all([
    findApartmentSettings(db, wanted, clock.now()),
    isPaged ? countApartments(db, wanted) : 0,
  ]);
  return {
    building: { id: building.id, name: building.name },
    apartments: apartments.map(asSettings),
    ...(isPaged ? { totalPages: Math.max(1, Math.ceil(count / rows)) } : {}),
  };
}

/**
 * Makes apartments on a floor, all of them or none.
 * @throws {Refused} NAME_TAKEN naming those that the tower has already
 */
export async function makeApartments(
  services: Services,
  actor: Actor,
  wanted: { floorId: string; names: readonly string[]; apartmentType: ApartmentType; address: string },
): Promise<{ apartments: ApartmentSettings[] }> {
  const { db, clock, newId } = services;
  const { floorId, apartmentType, address } = wanted;
  const names = [...new Set(wanted.names)];
  const apartments = names.map((name) => ({ id: newId(), name, apartmentType, address }));
  const buildingId = await db
    .transaction()
    .execute(async (trx) => {
      const floor = await lockFloor(trx, floorId);
      if (!floor) {
        throw new Refused("NOT_FOUND");
      }
      const taken = await findTakenNames(trx, floor.towerId, names);
      if (taken.length > 0) {
        throw new Refused("NAME_TAKEN", {
          errors: taken.map((name) => ({ property: name, message: "already exists" })),
        });
      }
      await insertApartments(trx, { ...floor, floorId }, apartments);
      await writeAuditLine(trx, {
        buildingId: floor.buildingId,
        actorId: actor.id,
        action: "buildings.apartments-created",
        subjectId: floorId,
        detail: { count: apartments.length },
        change: changeOf(
          null,
          {},
          { tower: floor.tower, floor: floor.name, apartments: names, apartmentType, address },
        ),
        at: clock.now(),
      });
      return floor.buildingId;
    })
    .catch(refuseTakenName);
  await tellOfBuilding(services, buildingId);
  const made = await findApartmentsById(
    db,
    apartments.map(({ id }) => id),
    clock.now(),
  );
  return { apartments: made.map(asSettings) };
}

export async function changeApartmentOf(
  services: Services,
  actor: Actor,
  id: string,
  change: {
    name?: string | undefined;
    apartmentType?: ApartmentType | undefined;
    address?: string | undefined;
  },
): Promise<{ apartment: ApartmentSettings }> {
  const changed = await services.db
    .transaction()
    .execute(async (trx) => {
      const { buildingId } = await lockKnown(trx, id);
      const now = services.clock.now();
      const before = await readOne(trx, id, now);
      await updateApartment(trx, id, change);
      await writeAction(services, trx, actor, {
        action: "buildings.apartment-changed",
        subjectId: id,
        buildingId,
        change: changeOf(null, before, await readOne(trx, id, now)),
      });
      return buildingId;
    })
    .catch(refuseTakenName);
  await tellOfBuilding(services, changed);
  return { apartment: await readOne(services.db, id, services.clock.now()) };
}

/**
 * Deletes an apartment in the specification's way: its people lose their spaces at once, who waits for one is rejected,
 * and a fresh, inactive one with the same name and place takes its place (decisions §5).
 */
export async function replaceApartmentOf(
  services: Services,
  replacing: Replacing,
  actor: Actor,
  { buildingId, apartmentId }: { buildingId: string; apartmentId: string },
): Promise<{ apartment: ApartmentSettings }> {
  const { db, clock, newId } = services;
  const { writeDecisionToAsker, takeBackOfHome, tellDeciders } = replacing;
  const freshId = newId();
  const { people, asked } = await db.transaction().execute(async (trx) => {
    await holdWholeHomes(trx, [apartmentId]);
    // Before the home itself: whoever decides about one of its spaces holds that, and then says whether the home is active.
    await lockOpenSpacesIn(trx, { buildingId, apartmentId });
    const old = await lockKnown(trx, apartmentId);
    if (old.buildingId !== buildingId) {
      throw new Refused("APARTMENT_NOT_FOUND");
    }
    const spaces = await findOpenSpaces(trx, apartmentId);
    const had = [...new Set(spaces.map(({ user_id }) => user_id))];
    const before = await readOne(trx, apartmentId, clock.now());
    await endPeopleWithoutAccount(services, replacing, trx, actor, { buildingId, apartmentId });
    await takeBackOfHome(services, trx, actor, apartmentId);
    await removeApartment(trx, apartmentId);
    await insertApartments(trx, old, [{ ...old, id: freshId }]);
    await keepSpacesAsOver(trx, spaces, { apartmentId: freshId, by: actor.id, at: clock.now() });
    const asked = spaces.filter(({ status }) => status === "PENDING");
    for (const { id: requestId, user_id: userId, role } of asked) {
      const news = { userId, apartmentId: freshId, role };
      await writeDecisionToAsker(services, trx, { requestId, approved: false, ...news });
      await writeAction(services, trx, actor, {
        buildingId,
        action: "access-requests.rejected",
        subjectId: requestId,
        detail: news,
      });
    }
    for (const userId of had) {
      const lost = spaces.filter(({ user_id, status }) => user_id === userId && status === "APPROVED");
      if (lost.length > 0) {
        await writeRemoval(services, trx, {
          userId,
          buildingId,
          apartmentId: freshId,
          roles: lost.map(({ role }) => role),
        });
      }
    }
    await writeAuditLine(trx, {
      buildingId,
      actorId: actor.id,
      action: "buildings.apartment-replaced",
      subjectId: apartmentId,
      detail: { freshId, people: had.length },
      change: changeOf(null, before, await readOne(trx, freshId, clock.now())),
      at: clock.now(),
    });
    return { people: had, asked };
  });
  services.wakeOutbox();
  await tellPeople(services, people, buildingId);
  for (const { role } of asked) {
    await tellDeciders(services, { buildingId, apartmentId: freshId, role });
  }
  await tellOfBuilding(services, buildingId);
  return { apartment: await readOne(db, freshId, clock.now()) };
}

/** @throws {Refused} APARTMENT_IN_USE while somebody has, or waits for, a space in it */
export async function dropApartment(
  services: Services,
  { takeBackOfHome, ...levels }: Pick<Replacing, "takeBackOfHome" | "removeGrantsOf">,
  actor: Actor,
  id: string,
): Promise<{ ok: true }> {
  const changed = await services.db.transaction().execute(async (trx) => {
    await holdWholeHomes(trx, [id]);
    const { buildingId } = await lockKnown(trx, id);
    if ((await findOpenSpaces(trx, id)).length > 0) {
      throw new Refused("APARTMENT_IN_USE");
    }
    const before = await readOne(trx, id, services.clock.now());
    await endPeopleWithoutAccount(services, levels, trx, actor, { buildingId, apartmentId: id });
    await takeBackOfHome(services, trx, actor, id);
    await removeApartment(trx, id);
    await writeAction(services, trx, actor, {
      action: "buildings.apartment-deleted",
      subjectId: id,
      buildingId,
      change: changeOf(null, before, {}),
    });
    return buildingId;
  });
  await tellOfBuilding(services, changed);
  return { ok: true };
}

/** Whoever lost a space there learns it on every device, and sees the building's cameras no longer. */
async function tellPeople(services: Services, userIds: readonly string[], buildingId: string): Promise<void> {
  await Promise.all(userIds.map((userId) => endWatching(services, userId, buildingId)));
  for (const userId of userIds) {
    services.live.tell(person(userId), "spaces:changed", {});
  }
}

async function lockKnown(trx: Trx, id: string) {
  const apartment = await lockApartment(trx, id);
  if (!apartment) {
    throw new Refused("APARTMENT_NOT_FOUND");
  }
  return apartment;
}

async function readOne(db: Db, id: string, now: Date): Promise<ApartmentSettings> {
  const [row] = await findApartmentsById(db, [id], now);
  if (!row) {
    throw new Refused("APARTMENT_NOT_FOUND");
  }
  return asSettings(row);
}

const asSettings = (row: ApartmentRow): ApartmentSettings => ({
  id: row.id,
  name: row.name,
  active: row.active,
  apartmentType: row.apartmentType,
  address: row.address,
  tower: { id: row.towerId, name: row.towerName },
  floor: { id: row.floorId, name: row.floorName },
  people: row.people ?? 0,
});
