import {
  type listApartmentUserDetails,
  type listUserDetails,
  USERS_PAGE,
  type UserDetail,
} from "@umbral/contract/users/user-details.contract";
import type { z } from "zod";
import type { Actor, Services } from "../../platform/context.ts";
import type { Db } from "../../platform/database.ts";
import { session as everyDeviceOf } from "../../platform/live.ts";
import { Refused } from "../../platform/refused.ts";
import { countedPages, pageRowsOf, type WholeOrPage } from "../../platform/whole-or-page.ts";
import {
  administeredBy,
  buildingOfOwnPerson,
  buildingOfPerson,
  findByCedula,
  findValidationOf,
  lockUser,
  setActive,
  setDetails,
} from "../accounts/index.ts";
import { buildingsRead, changeOf, writeAuditLine } from "../audit/audit.service.ts";
import { voidPasswordLinkTo } from "../auth/links.service.ts";
import { endAllSessionsOf } from "../auth/sessions.service.ts";
import { leaveCallsOf } from "../calls/call-leaving.ts";
import { setCardsOf } from "../cards/card-states.ts";
import { isFreed } from "./free-cedula.ts";
import {
  type DetailRow,
  findApartmentName,
  findDetails,
  findMoments,
  findUsersOfApartment,
} from "./user-details.queries.ts";
import { findPeopleWithin, findPeopleWithinAfter } from "./user-scope.queries.ts";
import {
  findAfter,
  findEverybody,
  findSearched,
  type Order,
  type Page,
  type Rows,
} from "./user-search.queries.ts";

/** People read at once of a list that is asked for whole. */
const BATCH = 2000;

type Listed = z.input<(typeof listUserDetails)["reply"]>;

/** The people who are found: a page of them, or all by name. Faces that are shown are written down. */
export async function listUsers(
  services: Services,
  actor: Actor,
  query: z.output<(typeof listUserDetails)["query"]>,
): Promise<Listed> {
  const { db } = services;
  const { page, limit } = query;
  const search = wordsIn(query.search);
  if (page === undefined && limit === undefined) {
    const users: UserDetail[] = [];
    for await (const some of batchesOfUsers(services, actor, search)) {
      users.push(...some);
    }
    return { users: await shown(services, actor, users) };
  }
  const size = limit ?? USERS_PAGE;
  const rows = { limit: size, offset: ((page ?? 1) - 1) * size };
  const isOfPlatform = administeredBy(actor) === "everywhere";
  if (query.sort === "seen" && !isOfPlatform) {
    throw new Refused("PLATFORM_ONLY");
  }
  const order = { by: query.sort, direction: query.direction };
  const { ids, count, isMore } = await findPage(services, actor, search, rows, order);
  const [users, moments] = await Promise.all([
    describe(services, db, actor, ids),
    findMoments(db, ids, { withSeen: isOfPlatform }),
  ]);
  return {
    users: await shown(
      services,
      actor,
      users.map((user) => ({ ...user, ...moments.get(user.id) })),
    ),
    totalPages: Math.ceil(count / size),
    isMore,
  };
}

/** A page of those whom the actor administers and who are found. */
export function findPage(
  { db, clock }: Services,
  actor: Actor,
  search: string,
  rows: Rows,
  order?: Order,
): Promise<Page> {
  const buildings = administeredBy(actor);
  if (buildings !== "everywhere") {
    return findPeopleWithin(db, { buildingIds: buildings, search, now: clock.now() }, rows, order);
  }
  return search === "" ? findEverybody(db, rows, order) : findSearched(db, search, rows, order);
}

/** The people of an apartment, by name. @throws {Refused} APARTMENT_NOT_FOUND */
export async function listUsersOfApartment(
  services: Services,
  actor: Actor,
  apartmentId: string,
  asked: WholeOrPage,
): Promise<z.input<(typeof listApartmentUserDetails)["reply"]>> {
  const { db, clock } = services;
  const found = await findApartmentName(db, apartmentId);
  if (!found) {
    throw new Refused("APARTMENT_NOT_FOUND");
  }
  const { buildingId, ...apartment } = found;
  const search = wordsIn(asked.search);
  const page = pageRowsOf(asked);
  const now = clock.now();
  const { ids, count } =
    search === "" && page === undefined
      ? { ids: await findUsersOfApartment(db, apartmentId, now), count: 0 }
      : await findPeopleWithin(db, { buildingIds: [buildingId], apartmentId, search, now }, page);
  const users = await shown(services, actor, await describe(services, db, actor, ids));
  return { apartment, users, ...countedPages(page, count) };
}

/** @throws {Refused} USER_NOT_FOUND */
export async function findUser(
  services: Services,
  actor: Actor,
  cedula: string,
): Promise<{ user: UserDetail }> {
  const found = await findByCedula(services.db, cedula);
  if (!found) {
    throw new Refused("USER_NOT_FOUND");
  }
  await buildingOfPerson(services, services.db, actor, found.id);
  const buildings = administeredBy(actor);
  const [user, validation] = await Promise.all([
    describeOne(services, services.db, actor, found.id),
    findValidationOf(services.db, found.id, buildings),
  ]);
  await shown(services, actor, [user]);
  const isByOthers = user.verified && validation === null && buildings !== "everywhere";
  return { user: isByOthers ? { ...user, isVerifiedByOthers: true } : user };
}

/** Changes the telephone number or the alias; what is not named stays. */
export async function changeUserDetails(
  services: Services,
  actor: Actor,
  id: string,
  details: { phone?: string | undefined; alias?: string | undefined },
): Promise<{ user: UserDetail }> {
  const user = await services.db.transaction().execute(async (trx) => {
    const before = await lockUser(trx, id);
    if (!before) {
      throw new Refused("USER_NOT_FOUND");
    }
    const buildingId = await buildingOfOwnPerson(services, trx, actor, id);
    // A building's administration may only propose a number, which its owner confirms (contact-proposals).
    if (buildingId !== null && details.phone !== undefined && details.phone !== before.phone) {
      throw new Refused("PLATFORM_ONLY");
    }
    if (details.phone !== undefined || details.alias !== undefined) {
      await setDetails(trx, id, details);
      if (details.phone !== undefined && details.phone !== before.phone) {
        await voidPasswordLinkTo(services, trx, "phone", before);
      }
      await writeAuditLine(trx, {
        buildingId,
        actorId: actor.id,
        action: "users.changed",
        subjectId: id,
        detail: {
          phone: details.phone !== undefined && details.phone !== before.phone,
          alias: details.alias !== undefined && details.alias !== before.alias,
        },
        change: changeOf(
          id,
          { phone: before.phone, alias: before.alias },
          { phone: details.phone ?? before.phone, alias: details.alias ?? before.alias },
        ),
        at: services.clock.now(),
      });
    }
    return describeOne(services, trx, actor, id);
  });
  return { user };
}

/** Whoever is deactivated is signed out everywhere in the same moment, on HTTP, on their sockets and in their calls. */
export async function deactivate(
  services: Services,
  actor: Actor,
  id: string,
  { shouldDeactivateCards }: { shouldDeactivateCards: boolean },
): Promise<{ user: UserDetail; wasActive: boolean; cardIds: string[] }> {
  const { db, clock, live } = services;
  const now = clock.now();
  const { user, wasActive, cardIds, ended, tellOfCalls } = await db.transaction().execute(async (trx) => {
    // Before they are locked: who rejects their call holds it, and writes to them.
    const leaving = await leaveCallsOf(services, trx, id, actor);
    // Locked before the sessions are: a sign-in under way is counted, and the next one finds them inactive.
    const before = await lockUser(trx, id);
    if (!before) {
      throw new Refused("USER_NOT_FOUND");
    }
    await setActive(trx, id, false);
    const cardIds = shouldDeactivateCards ? await setCardsOf(trx, id, false) : [];
    const sessions = await endAllSessionsOf(trx, id, now);
    await writeAuditLine(trx, {
      buildingId: null,
      actorId: actor.id,
      action: "users.deactivated",
      subjectId: id,
      detail: { cards: cardIds.length, sessionsEnded: sessions.length },
      change: changeOf(id, { active: before.active }, { active: false }),
      at: now,
    });
    const user = await describeOne(services, trx, actor, id);
    return { user, wasActive: before.active, cardIds, ended: sessions, tellOfCalls: leaving };
  });
  tellOfCalls();
  for (const sessionId of ended) {
    live.dismiss(everyDeviceOf(sessionId));
  }
  return { user, wasActive, cardIds };
}

export async function activate(
  services: Services,
  actor: Actor,
  id: string,
  { shouldActivateCards, cardIds }: { shouldActivateCards: boolean; cardIds?: string[] | undefined },
): Promise<{ user: UserDetail }> {
  const user = await services.db.transaction().execute(async (trx) => {
    const before = await lockUser(trx, id);
    if (!before) {
      throw new Refused("USER_NOT_FOUND");
    }
    await setActive(trx, id, true);
    const cards = shouldActivateCards ? await setCardsOf(trx, id, true, cardIds) : [];
    await writeAuditLine(trx, {
      buildingId: null,
      actorId: actor.id,
      action: "users.activated",
      subjectId: id,
      detail: { cards: cards.length },
      change: changeOf(id, { active: before.active }, { active: true }),
      at: services.clock.now(),
    });
    return describeOne(services, trx, actor, id);
  });
  return { user };
}

/** Everybody who is found, or those of them who were chosen, by name, some at a time and without a statement that lasts. */
export async function* batchesOfUsers(
  services: Services,
  actor: Actor,
  typed: string,
  only?: readonly string[],
): AsyncGenerator<UserDetail[]> {
  const { db, clock } = services;
  const search = wordsIn(typed);
  const buildings = administeredBy(actor);
  const after = (last: string | undefined): Promise<string[]> =>
    buildings === "everywhere"
      ? findAfter(db, { search, only }, last, BATCH)
      : findPeopleWithinAfter(db, { buildingIds: buildings, search, now: clock.now(), only }, last, BATCH);
  let ids = await after(undefined);
  while (ids.length > 0) {
    yield await describe(services, db, actor, ids);
    ids = ids.length < BATCH ? [] : await after(ids.at(-1));
  }
}

/** Signs alone are nothing that could be looked for. */
export const wordsIn = (typed: string): string =>
  /[\p{L}\p{N}]/u.test(typed) ? typed.trim().replace(/\s+/g, " ") : "";

/** Writes down that these faces were shown, when there is one. */
async function shown(services: Services, actor: Actor, users: UserDetail[]): Promise<UserDetail[]> {
  const faces = users.filter(({ photo }) => photo !== null).length;
  if (faces > 0) {
    const [first] = users;
    await services.db.transaction().execute(async (trx) => {
      for (const buildingId of buildingsRead(actor)) {
        await writeAuditLine(trx, {
          buildingId,
          actorId: actor.id,
          action: "users.shown",
          subjectId: users.length === 1 && first ? first.id : null,
          detail: { faces },
          at: services.clock.now(),
        });
      }
    });
  }
  return users;
}

/** The administration's view of one person, in the transaction that changed them. */
export async function describeOne(services: Services, db: Db, actor: Actor, id: string): Promise<UserDetail> {
  const [user] = await describe(services, db, actor, [id]);
  if (!user) {
    throw new Refused("USER_NOT_FOUND");
  }
  return user;
}

async function describe(
  services: Services,
  db: Db,
  actor: Actor,
  ids: readonly string[],
): Promise<UserDetail[]> {
  if (ids.length === 0) {
    return [];
  }
  const rows = await findDetails(db, ids, { buildings: administeredBy(actor), now: services.clock.now() });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return Promise.all(ids.flatMap((id) => byId.get(id) ?? []).map((row) => detailOf(services, row)));
}

async function detailOf({ addresses }: Services, { photoFileId, ...row }: DetailRow): Promise<UserDetail> {
  const [first] = row.places;
  return {
    ...row,
    // What stands in the place of a number that was taken back is no number.
    cedula: isFreed(row.cedula) ? "" : row.cedula,
    photo: await addresses.forFile(photoFileId),
    roleName: first?.roleName ?? null,
    apartmentName: first?.apartmentName ?? null,
    buildingName: first?.buildingName ?? null,
  };
}
