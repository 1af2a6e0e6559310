import { normalTag } from "@umbral/contract/cards/tags";
import { FOUND_MOST, type Found } from "@umbral/contract/users/finder.contract";
import { type Limit, takeAttempt } from "../../platform/attempts.queries.ts";
import type { Actor, Services } from "../../platform/context.ts";
import { named } from "../../platform/named.ts";
import { Refused } from "../../platform/refused.ts";
import { administeredBy } from "../accounts/index.ts";
import { findHomesNamed } from "../buildings/index.ts";
import { findCardsBeginning } from "../cards/found-cards.ts";
import { findDoorsNamed } from "../doors/found-doors.ts";
import { findVehiclesBeginning, normalPlate } from "../passes/found-vehicles.ts";
import { findHoldersNamed } from "./finder.queries.ts";
import { isFreed } from "./free-cedula.ts";
import { findDetails } from "./user-details.queries.ts";
import { findPage, wordsIn } from "./user-details.service.ts";

/** Searches of one person in 15 minutes: far more than anybody types, and too few to copy a building by. */
const SEARCHES = 900;

/** People, homes, doors, cards and vehicles of guests of what the actor administers, all asked for at once. @throws {Refused} TOO_OFTEN */
export async function findFor(services: Services, actor: Actor, typed: string): Promise<{ found: Found }> {
  const { db, clock } = services;
  const now = clock.now();
  const limits: Limit[] = [{ subject: ["find", actor.id], most: SEARCHES }];
  const retryAfter = await takeAttempt(db, limits, now);
  if (retryAfter > 0) {
    throw new Refused("TOO_OFTEN", { retryAfter });
  }
  const search = wordsIn(typed);
  if (search === "") {
    return { found: { people: [], homes: [], doors: [], cards: [], vehicles: [] } };
  }
  const asked = { search, buildings: administeredBy(actor), now, limit: FOUND_MOST };
  const [people, holders, homes, doors, cards, vehicles] = await Promise.all([
    findPeople(services, actor, search),
    findHoldersNamed(db, asked),
    findHomesNamed(db, asked),
    findDoorsNamed(db, asked),
    findCards(services, actor, typed),
    findVehicles(services, actor, typed),
  ]);
  return {
    found: {
      people: [
        ...people,
        ...holders.map(({ buildingName, apartmentName, id, name }) => ({
          id,
          name,
          cedula: "",
          isWithoutAccount: true,
          role: null,
          apartmentName,
          buildingName,
        })),
      ].slice(0, FOUND_MOST),
      homes: homes.map(({ id, name, towerName, ...building }) => ({
        id,
        name,
        tower: { name: towerName },
        building: { id: building.buildingId, name: building.buildingName },
      })),
      doors: doors.map(({ id, name, buildingId, buildingName }) => ({
        id,
        name,
        building: { id: buildingId, name: buildingName },
      })),
      cards,
      vehicles,
    },
  };
}

async function findPeople(services: Services, actor: Actor, search: string): Promise<Found["people"]> {
  const { db, clock } = services;
  const { ids } = await findPage(services, actor, search, { limit: FOUND_MOST, offset: 0 });
  if (ids.length === 0) {
    return [];
  }
  const rows = await findDetails(db, ids, { buildings: administeredBy(actor), now: clock.now() });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    const [place] = row?.places ?? [];
    return row === undefined
      ? []
      : [
          {
            id,
            name: row.name,
            cedula: isFreed(row.cedula) ? "" : row.cedula,
            isWithoutAccount: false,
            role: place?.roleName ?? null,
            apartmentName: place?.apartmentName ?? null,
            buildingName: place?.buildingName ?? null,
          },
        ];
  });
}

/** Only what could be a tag is looked for among them. */
async function findCards({ db, clock }: Services, actor: Actor, typed: string): Promise<Found["cards"]> {
  const tag = normalTag(typed);
  if (tag === null) {
    return [];
  }
  const rows = await findCardsBeginning(db, {
    tag,
    buildings: administeredBy(actor),
    now: clock.now(),
    limit: FOUND_MOST,
  });
  return rows.map(({ id, tag: whole, active, holderId, holderName }) => ({
    id,
    tag: whole,
    active,
    holder: { id: holderId, name: holderName },
  }));
}

/** Likewise only what could be a plate. */
async function findVehicles(
  { db, clock }: Services,
  actor: Actor,
  typed: string,
): Promise<Found["vehicles"]> {
  const plate = normalPlate(typed);
  if (plate === null) {
    return [];
  }
  const asked = { plate, buildings: administeredBy(actor), now: clock.now(), limit: FOUND_MOST };
  const rows = await findVehiclesBeginning(db, asked);
  return rows.map((row) => ({
    id: row.id,
    plate: row.plate,
    guest: { name: row.guestName },
    isInside: row.isInside,
    host: named(row.hostId, row.hostName),
    apartment: named(row.apartmentId, row.apartmentName),
    building: { id: row.buildingId, name: row.buildingName },
  }));
}
