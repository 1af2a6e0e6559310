import type {
  ApartmentUser,
  DirectoryApartment,
  listApartments,
  listBuildings,
  listFloors,
  listTowers,
} from "@umbral/contract/buildings/buildings.contract";
import { belongsTo, isVisitor } from "@umbral/contract/lib/policy";
import type { z } from "zod";
import type { Actor, Services } from "../../platform/context.ts";
import type { EventsAsked } from "../../platform/event-pages.ts";
import { Refused } from "../../platform/refused.ts";
import { countedPages, pageRowsOf, partOf, type WholeOrPage } from "../../platform/whole-or-page.ts";
import {
  countApartmentsOfFloor,
  findApartments,
  findBuildings,
  findDirectory,
  findFloors,
  findNamesOfHomes,
  findPlace,
  findRungPeople,
  findStartOfDay,
  findTowers,
} from "./buildings.queries.ts";

export async function listAllBuildings(
  { db }: Services,
  asked: WholeOrPage,
): Promise<z.input<(typeof listBuildings)["reply"]>> {
  const { rows, pages } = partOf(await findBuildings(db), asked);
  return { buildings: rows, ...pages };
}

/** @throws {Refused} NOT_FOUND for a building that does not exist */
export async function towersOf(
  { db }: Services,
  buildingId: string,
  asked: WholeOrPage,
): Promise<z.input<(typeof listTowers)["reply"]>> {
  const towers = await findTowers(db, buildingId);
  await refuseUnknown(towers, () => findPlace(db, "building", buildingId));
  const { rows, pages } = partOf(towers, asked);
  return { towers: rows, ...pages };
}

/** The plans of a building are for its own people; its floors' names are for everybody who registers. */
export async function floorsOf(
  { db, addresses }: Services,
  actor: Actor | null,
  towerId: string,
  asked: WholeOrPage,
): Promise<z.input<(typeof listFloors)["reply"]>> {
  const place = await findPlace(db, "tower", towerId);
  if (!place) {
    throw new Refused("NOT_FOUND");
  }
  const maySeePlan = actor !== null && belongsTo(actor, place.buildingId);
  const { rows, pages } = partOf(await findFloors(db, towerId), asked);
  return {
    floors: await Promise.all(
      rows.map(async ({ id, name, plan_file_id }) => ({
        id,
        name,
        image: maySeePlan ? await addresses.forFile(plan_file_id) : null,
      })),
    ),
    ...pages,
  };
}

/** @throws {Refused} NOT_FOUND for a floor that does not exist */
export async function apartmentsOf(
  { db }: Services,
  floorId: string,
  asked: z.output<(typeof listApartments)["query"]>,
): Promise<z.input<(typeof listApartments)["reply"]>> {
  const wanted = { floorId, search: asked.search, onlyActive: asked.active === "true" };
  const page = pageRowsOf(asked);
  const [apartments, count] = await Promise.all([
    findApartments(db, wanted, page),
    page === undefined ? 0 : countApartmentsOfFloor(db, wanted),
  ]);
  await refuseUnknown(apartments, () => findPlace(db, "floor", floorId));
  return { apartments, ...countedPages(page, count) };
}

/** The apartments by name, with who lives in them for all but visitors. */
export async function directoryOf(
  { db, clock }: Services,
  actor: Actor,
  buildingId: string,
): Promise<{ apartments: DirectoryApartment[] }> {
  const rows = await findDirectory(db, buildingId);
  const people = mayKnowWhoLivesIn(actor, buildingId)
    ? await findNamesOfHomes(db, buildingId, clock.now())
    : null;
  return {
    apartments: rows.map(({ id, name, towerName }) => ({
      id,
      name,
      tower: { name: towerName },
      ...(people === null ? {} : { residents: people.get(id) ?? [] }),
    })),
  };
}

/**
 * Whom a call to this apartment rings. Visitors learn that there is somebody, never who it is.
 * @throws {Refused} APARTMENT_NOT_FOUND when no apartment of the building has this name
 */
export async function apartmentUsersOf(
  { db, clock }: Services,
  actor: Actor,
  buildingId: string,
  apartmentName: string,
): Promise<{ apartmentUsers: ApartmentUser[] }> {
  const rows = await findRungPeople(db, buildingId, apartmentName, clock.now());
  if (rows.length === 0) {
    throw new Refused("APARTMENT_NOT_FOUND");
  }
  const mayKnowNames = mayKnowWhoLivesIn(actor, buildingId);
  const apartments = new Map<string, ApartmentUser>();
  for (const row of rows) {
    const apartment = apartments.get(row.apartmentId) ?? {
      id: row.apartmentId,
      name: row.apartmentName,
      tower: { name: row.towerName },
      users: [],
    };
    apartments.set(row.apartmentId, apartment);
    const { userId, spaceId, userName } = row;
    if (userId !== null && spaceId !== null && !apartment.users.some((user) => user.id === userId)) {
      apartment.users.push({ id: userId, apartmentUserId: spaceId, name: mayKnowNames ? userName : null });
    }
  }
  return { apartmentUsers: [...apartments.values()] };
}

/** Everybody of the building but its visitors. */
export function mayKnowWhoLivesIn(actor: Actor, buildingId: string): boolean {
  return (
    actor.userType === "ADMIN" ||
    actor.spaces.some((space) => space.buildingId === buildingId && !isVisitor(space.role))
  );
}

/**
 * When the day began that it is in this building.
 * @throws {Refused} NOT_FOUND
 */
export async function startOfToday({ db, clock }: Services, buildingId: string): Promise<Date> {
  const start = await findStartOfDay(db, buildingId, clock.now());
  if (!start) {
    throw new Refused("NOT_FOUND");
  }
  return start;
}

/** What happens in this building on the day that it is there now, for a list of events. */
export async function todayIn(services: Services, buildingId: string): Promise<EventsAsked> {
  const start = await startOfToday(services, buildingId);
  return { buildings: [buildingId], buildingId, from: start.toISOString() };
}

/** An empty list is only true of a place that exists. */
async function refuseUnknown(rows: readonly unknown[], find: () => Promise<unknown>): Promise<void> {
  if (rows.length === 0 && (await find()) === null) {
    throw new Refused("NOT_FOUND");
  }
}
