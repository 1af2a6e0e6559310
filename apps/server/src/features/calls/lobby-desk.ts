import { FAVOURITES_AT_MOST, type LobbyDesk, RECENT_HOMES } from "@umbral/contract/calls/lobby-desk.contract";
import type { Actor, Services } from "../../platform/context.ts";
import { Refused } from "../../platform/refused.ts";
import { writeAction } from "../audit/audit.service.ts";
import { startOfToday } from "../buildings/index.ts";
import {
  deleteFavourite,
  findFavourites,
  findLobbyCalls,
  findRecentHomes,
  insertFavourite,
  isFavourite,
  isHomeOf,
  lockFavourites,
} from "./lobby-desk.queries.ts";
import { missedOf } from "./missed-calls.ts";

/** How far back a home counts as rung lately. */
const RECENT_MS = 14 * 24 * 3_600_000;

/** What whoever stands at the lobby of this building has at hand, and whose calls nobody answered today. */
export async function readDeskOf(services: Services, buildingId: string): Promise<LobbyDesk> {
  const { db, clock } = services;
  const now = clock.now();
  const today = await startOfToday(services, buildingId);
  const [favourites, recent, calls] = await Promise.all([
    findFavourites(db, buildingId),
    findRecentHomes(db, {
      buildingId,
      since: new Date(now.getTime() - RECENT_MS),
      limit: RECENT_HOMES,
    }),
    findLobbyCalls(db, { buildingId, since: today }),
  ]);
  return { favourites, recent, missed: missedOf(calls, now) };
}

interface Home {
  buildingId: string;
  apartmentId: string;
}

/**
 * Keeps a home at hand for everybody who stands at this lobby. Again changes nothing.
 * @throws {Refused} NOT_FOUND for a home of another building, TOO_MANY_AT_HAND
 */
export async function addFavourite(services: Services, actor: Actor, home: Home) {
  const { db, clock } = services;
  if (!(await isHomeOf(db, home.buildingId, home.apartmentId))) {
    throw new Refused("NOT_FOUND");
  }
  await db.transaction().execute(async (trx) => {
    const count = await lockFavourites(trx, home.buildingId);
    if (await isFavourite(trx, home.apartmentId)) {
      return;
    }
    if (count >= FAVOURITES_AT_MOST) {
      throw new Refused("TOO_MANY_AT_HAND");
    }
    await insertFavourite(trx, { ...home, at: clock.now() });
    await writeAction(services, trx, actor, {
      buildingId: home.buildingId,
      action: "calls.favourite-added",
      subjectId: home.apartmentId,
    });
  });
  return { favourites: await findFavourites(db, home.buildingId) };
}

/**
 * Keeps it at hand no longer. Again changes nothing.
 * @throws {Refused} NOT_FOUND for a home of another building
 */
export async function removeFavourite(services: Services, actor: Actor, home: Home) {
  const { db } = services;
  if (!(await isHomeOf(db, home.buildingId, home.apartmentId))) {
    throw new Refused("NOT_FOUND");
  }
  await db.transaction().execute(async (trx) => {
    if (await deleteFavourite(trx, home)) {
      await writeAction(services, trx, actor, {
        buildingId: home.buildingId,
        action: "calls.favourite-removed",
        subjectId: home.apartmentId,
      });
    }
  });
  return { favourites: await findFavourites(db, home.buildingId) };
}
