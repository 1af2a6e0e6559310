import { isVisitor } from "@umbral/contract/lib/policy";
import type { Leaving } from "@umbral/contract/users/moving-out.contract";
import type { Actor, Services } from "../../platform/context.ts";
import type { Db, Trx } from "../../platform/database.ts";
import { Refused } from "../../platform/refused.ts";
import { findGrantsOfPeople, removeGrantsOf, removePinsOfGone } from "../access-control/index.ts";
import { tellDeciders } from "../access-requests/access-requests.service.ts";
import { writeDecisionToAsker } from "../access-requests/decision-words.ts";
import { lockUser, refuseMakingAdministrators } from "../accounts/index.ts";
import { changeOf, writeAction } from "../audit/audit.service.ts";
import { type Ended, endSessions } from "../auth/ending-sessions.ts";
import { holdWholeHomes, refreshActive } from "../buildings/index.ts";
import { endPeopleWithoutAccount } from "../buildings/people-without-account.ts";
import { writeRemoval } from "../buildings/removal-words.ts";
import { takeCardsOf } from "../cards/card-states.ts";
import { cardsOfPeople } from "../cards/cards-of-people.ts";
import {
  decideSpace,
  endSpaces,
  findCardHolders,
  findLivingSpacesOf,
  findOpenSpacesIn,
  lockOpenSpacesIn,
  type OpenSpaceIn,
} from "../spaces/index.ts";
import { takeBackOfHome, waitingAtHome } from "./invitations.service.ts";
import { tellManagers, tellOfMember } from "./members.service.ts";

/** Somebody in a building, or everybody of a home of it. */
type Whose = { buildingId: string; userId: string } | { buildingId: string; apartmentId: string };

/** @throws {Refused} PERSON_NOT_IN_BUILDING, MEMBER_IS_YOU, PLATFORM_ONLY */
export async function readLeavingOf(
  services: Services,
  actor: Actor,
  of: { buildingId: string; userId: string },
): Promise<{ leaving: Leaving }> {
  const spaces = await findOpenSpacesIn(services.db, of);
  refusePerson(actor, spaces);
  return { leaving: await leavingOf(services, services.db, of, spaces) };
}

/** @throws {Refused} PERSON_NOT_IN_BUILDING, MEMBER_IS_YOU, PLATFORM_ONLY */
export function leaveBuildingOf(
  services: Services,
  actor: Actor,
  of: { buildingId: string; userId: string },
): Promise<{ leaving: Leaving }> {
  return leave(services, actor, of, (spaces) => refusePerson(actor, spaces));
}

/** @throws {Refused} NOT_FOUND, MEMBER_IS_YOU */
export async function readHomeLeavingOf(
  services: Services,
  actor: Actor,
  apartmentId: string,
): Promise<{ leaving: Leaving }> {
  const { db } = services;
  const of = { buildingId: await buildingOf(services, apartmentId), apartmentId };
  const spaces = await findOpenSpacesIn(db, of);
  refuseOneself(actor, spaces);
  return {
    leaving: { ...(await leavingOf(services, db, of, spaces)), ...(await invitedTo(services, db, of)) },
  };
}

/** @throws {Refused} NOT_FOUND, MEMBER_IS_YOU */
export async function leaveHomeOf(
  services: Services,
  actor: Actor,
  apartmentId: string,
): Promise<{ leaving: Leaving }> {
  const of = { buildingId: await buildingOf(services, apartmentId), apartmentId };
  return leave(services, actor, of, (spaces) => refuseOneself(actor, spaces));
}

/** One transaction, whose lines of the audit are in it. Told to whoever it is about after it. */
async function leave(
  services: Services,
  actor: Actor,
  of: Whose,
  refuse: (spaces: readonly OpenSpaceIn[]) => void,
): Promise<{ leaving: Leaving }> {
  const { buildingId } = of;
  const { leaving, spaces, ended } = await services.db.transaction().execute(async (trx) => {
    await holdWholeHomes(trx, await homesOf(trx, of));
    const invited = await invitedTo(services, trx, of);
    if ("apartmentId" in of) {
      // Before its people are read: who accepts in this moment is waited for, and is one of them.
      await takeBackOfHome(services, trx, actor, of.apartmentId);
    }
    await holdPeopleIn(trx, of);
    const locked = await lockOpenSpacesIn(trx, of);
    refuse(locked);
    const ending = { ...(await leavingOf(services, trx, of, locked)), ...invited };
    await endSpaces(
      trx,
      locked.filter((space) => !isAsked(space)).map(({ id }) => id),
      services.clock.now(),
    );
    for (const space of locked.filter(isAsked)) {
      await refuseAsked(services, trx, actor, buildingId, space);
    }
    const ended: Ended[] = [];
    for (const person of ending.people) {
      const had = locked.filter(({ userId }) => userId === person.id);
      await endPerson(services, trx, actor, buildingId, person, had);
      if (person.losesCards) {
        // Nothing is left anywhere that their phone could be signed in for.
        ended.push(
          await endSessions(services, trx, { userId: person.id, which: { except: null }, by: actor }),
        );
      }
    }
    if ("apartmentId" in of) {
      await endPeopleWithoutAccount(services, { removeGrantsOf }, trx, actor, of);
    }
    const userIds = [...ending.people, ...ending.cardHolders].map(({ id }) => id);
    await removePinsOfGone(trx, { buildingId, userIds, now: services.clock.now() });
    return { leaving: ending, spaces: locked, ended };
  });
  services.wakeOutbox();
  for (const { leave } of ended) {
    leave();
  }
  for (const { userId, apartmentId } of spaces) {
    await tellOfMember(services, { buildingId, apartmentId }, userId);
  }
  if ("apartmentId" in of) {
    // Also where nobody lived: what waited there is gone.
    await tellManagers(services, of);
  }
  for (const { apartmentId, role } of spaces.filter(isAsked)) {
    await tellDeciders(services, { buildingId, apartmentId, role });
  }
  return { leaving };
}

/** An invitation is to the home that moves out: whoever accepted it later would be one of the next household's. */
async function invitedTo(services: Services, db: Db, of: Whose): Promise<Pick<Leaving, "invitations">> {
  const rows = "apartmentId" in of ? await waitingAtHome(services, db, of.apartmentId) : [];
  return rows.length === 0 ? {} : { invitations: rows.map(({ id, name, role }) => ({ id, name, role })) };
}

/** It waits for a yes: whoever asks is of a home. */
const isAsked = (space: OpenSpaceIn): space is OpenSpaceIn & { apartmentId: string } =>
  space.status === "PENDING" && space.apartmentId !== null;

/** Whoever only waited never had what could be taken away: their request is rejected, and they hear so. */
async function refuseAsked(
  services: Services,
  trx: Trx,
  actor: Actor,
  buildingId: string,
  { id, userId, apartmentId, role }: OpenSpaceIn & { apartmentId: string },
): Promise<void> {
  await decideSpace(trx, id, { approved: false, by: actor.id, at: services.clock.now() });
  await writeDecisionToAsker(services, trx, { requestId: id, approved: false, userId, apartmentId, role });
  await writeAction(services, trx, actor, {
    buildingId,
    action: "access-requests.rejected",
    subjectId: id,
    detail: { userId, apartmentId, role },
  });
}

async function homesOf(trx: Trx, of: Whose): Promise<string[]> {
  return "apartmentId" in of
    ? [of.apartmentId]
    : (await findOpenSpacesIn(trx, of)).flatMap(({ apartmentId }) => apartmentId ?? []);
}

/**
 * The people first, as everywhere: of two who move somebody out of their last two places, the second sees what the first left,
 * and takes what whoever is nothing anywhere has to leave.
 */
async function holdPeopleIn(trx: Trx, of: Whose): Promise<void> {
  const people = new Set((await findOpenSpacesIn(trx, of)).map(({ userId }) => userId));
  for (const userId of [...people].sort()) {
    await lockUser(trx, userId);
  }
}

async function endPerson(
  services: Services,
  trx: Trx,
  actor: Actor,
  buildingId: string,
  person: Leaving["people"][number],
  had: readonly OpenSpaceIn[],
): Promise<void> {
  const tags = (await cardsOfPeople(trx, [person.id])).get(person.id)?.map(({ tag }) => tag) ?? [];
  if (person.leavesBuilding) {
    await removeGrantsOf(trx, buildingId, person.id);
  }
  if (person.losesCards) {
    await takeCardsOf(trx, person.id);
  }
  for (const apartmentId of new Set(had.map((space) => space.apartmentId))) {
    if (apartmentId !== null) {
      await refreshActive(trx, apartmentId, services.clock.now());
    }
    const given = had.filter((space) => space.apartmentId === apartmentId && space.status === "APPROVED");
    if (given.length > 0) {
      const roles = given.map(({ role }) => role);
      await writeRemoval(services, trx, { userId: person.id, buildingId, apartmentId, roles });
    }
  }
  await writeAction(services, trx, actor, {
    buildingId,
    action: "users.moved-out",
    subjectId: person.id,
    change: changeOf(
      person.id,
      {
        role: person.roles,
        ...(person.leavesBuilding ? { levels: person.levels } : {}),
        ...(person.losesCards ? { tag: tags } : {}),
      },
      {},
    ),
  });
}

/** Not oneself, and no administrator another (decisions §9). */
function refusePerson(actor: Actor, spaces: readonly OpenSpaceIn[]): void {
  if (spaces.length === 0) {
    throw new Refused("PERSON_NOT_IN_BUILDING");
  }
  refuseOneself(actor, spaces);
  refuseMakingAdministrators(actor, ...spaces.map(({ role }) => role));
}

/** Nor with their whole home, where they would be one of several: whoever else may, ends theirs. */
function refuseOneself(actor: Actor, spaces: readonly OpenSpaceIn[]): void {
  if (spaces.some(({ userId }) => userId === actor.id)) {
    throw new Refused("MEMBER_IS_YOU");
  }
}

async function leavingOf(
  { clock }: Services,
  db: Db,
  of: Whose,
  spaces: readonly OpenSpaceIn[],
): Promise<Leaving> {
  const ids = [...new Set(spaces.map(({ userId }) => userId))];
  const ending = new Set(spaces.map(({ id }) => id));
  const staying = (await findLivingSpacesOf(db, ids, clock.now())).filter(({ id }) => !ending.has(id));
  const grants = await findGrantsOfPeople(db, of.buildingId, ids);
  const holders =
    "apartmentId" in of
      ? (await findCardHolders(db, { buildingId: of.buildingId, apartmentId: of.apartmentId })).rows
      : [];
  const cards = await cardsOfPeople(db, [...ids, ...holders.map(({ id }) => id)]);
  return {
    people: ids.map((id) => {
      const own = spaces.filter(({ userId }) => userId === id);
      const asked = own.filter(isAsked).map(({ role }) => role);
      const others = staying.filter(({ userId }) => userId === id);
      return {
        id,
        name: own[0]?.name ?? "",
        roles: [...new Set(own.filter((space) => !isAsked(space)).map(({ role }) => role))],
        ...(asked.length > 0 && { asked: [...new Set(asked)] }),
        // Whoever stays as a visitor alone keeps no level by name (migration 0120).
        leavesBuilding: !others.some(
          ({ buildingId, role }) => buildingId === of.buildingId && !isVisitor(role),
        ),
        levels: grants.filter(({ userId }) => userId === id).map(({ name }) => name),
        cards: cards.get(id)?.length ?? 0,
        losesCards: others.length === 0,
      };
    }),
    cardHolders: holders.map(({ id, name }) => ({ id, name, cards: cards.get(id)?.length ?? 0 })),
  };
}

async function buildingOf({ gate }: Services, apartmentId: string): Promise<string> {
  const home = await gate.placeOf("apartment", apartmentId);
  if (home === null) {
    throw new Refused("NOT_FOUND");
  }
  return home.buildingId;
}
