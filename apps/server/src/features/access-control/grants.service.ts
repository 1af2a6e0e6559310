import type { PersonLevel } from "@umbral/contract/access-control/access-levels.contract";
import { may } from "@umbral/contract/lib/policy";
import type { Actor, Services } from "../../platform/context.ts";
import type { Db, Trx } from "../../platform/database.ts";
import { Refused } from "../../platform/refused.ts";
import { findBuildingsOf } from "../accounts/index.ts";
import { changeOf, writeAction } from "../audit/audit.service.ts";
import { holdSpacesIn } from "../spaces/index.ts";
import { holdLevel } from "./access-levels.service.ts";
import { type Changing, change } from "./changing.ts";
import { findGrantsOf, findLevelNames, findPerson, removeGrant, upsertGrant } from "./grants.queries.ts";
import { findDoorsToReach } from "./reach.queries.ts";
import { accessOf } from "./reach.ts";

interface OfPerson {
  buildingId: string;
  userId: string;
}

/**
 * Where somebody comes in in a building that the actor administers: its place stands in the query, which the gate
 * does not read.
 * @throws {Refused} NOT_FOUND, USER_NOT_FOUND
 */
export async function readLevelsOfPerson(
  services: Services,
  actor: Actor,
  of: OfPerson,
): Promise<{ levels: PersonLevel[] }> {
  const place = await services.gate.placeOf("building", of.buildingId);
  if (place === null || !may(actor, "buildings.administer", place)) {
    throw new Refused("NOT_FOUND");
  }
  await findOfBuilding(services, services.db, actor, of);
  return levelsOf(services, services.db, of);
}

/** @throws {Refused} ACCESS_LEVEL_NOT_FOUND, USER_NOT_FOUND, GRANT_IN_THE_PAST */
export function giveLevel(
  by: Changing,
  { levelId, ...of }: OfPerson & { levelId: string },
  said: { from: string | null; until: string | null },
): Promise<{ levels: PersonLevel[] }> {
  const { services, actor } = by;
  const span = {
    from: said.from === null ? null : new Date(said.from),
    until: said.until === null ? null : new Date(said.until),
  };
  return change(by, of.buildingId, async (trx) => {
    await holdLevel(trx, of.buildingId, levelId);
    await findOfBuilding(services, trx, actor, of);
    const now = services.clock.now();
    await holdSpacesIn(trx, of, now);
    // It would open nothing: what is given by name holds for as long as they are anything there.
    if (!(await findBuildingsOf(trx, of.userId, now)).includes(of.buildingId)) {
      throw new Refused("USER_NOT_FOUND");
    }
    if (span.until !== null && span.until <= now) {
      throw new Refused("GRANT_IN_THE_PAST");
    }
    const was = (await findGrantsOf(trx, of.buildingId, of.userId)).find((one) => one.levelId === levelId);
    await upsertGrant(trx, {
      id: services.newId(),
      levelId,
      userId: of.userId,
      ...span,
      givenBy: actor.id,
      at: now,
    });
    const level = await nameOf(trx, of.buildingId, levelId);
    await writeAction(services, trx, actor, {
      buildingId: of.buildingId,
      action: "access-control.level-given",
      subjectId: of.userId,
      detail: { level: levelId },
      change: changeOf(of.userId, was ? forAudit(level, was) : {}, forAudit(level, span)),
    });
    return levelsOf(services, trx, of);
  });
}

/** @throws {Refused} ACCESS_LEVEL_NOT_FOUND; NOT_FOUND for who did not have it by name */
export function takeLevel(
  by: Changing,
  { levelId, ...of }: OfPerson & { levelId: string },
): Promise<{ levels: PersonLevel[] }> {
  const { services, actor } = by;
  return change(by, of.buildingId, async (trx) => {
    await holdLevel(trx, of.buildingId, levelId);
    const was = await removeGrant(trx, levelId, of.userId);
    if (!was) {
      throw new Refused("NOT_FOUND");
    }
    const level = await nameOf(trx, of.buildingId, levelId);
    await writeAction(services, trx, actor, {
      buildingId: of.buildingId,
      action: "access-control.level-taken",
      subjectId: of.userId,
      detail: { level: levelId },
      change: changeOf(of.userId, forAudit(level, was), {}),
    });
    return levelsOf(services, trx, of);
  });
}

/**
 * Somebody has just these levels of a building by name from now on, in the transaction that says so; what they keep
 * keeps its from and until.
 * @throws {Refused} ACCESS_LEVEL_NOT_FOUND
 */
export async function setLevelsByName(
  { newId, clock }: Services,
  trx: Trx,
  actor: Actor,
  { levelIds, buildingId, userId }: OfPerson & { levelIds: readonly string[] },
): Promise<void> {
  const had = (await findGrantsOf(trx, buildingId, userId)).map(({ levelId }) => levelId);
  for (const levelId of [...new Set(levelIds)].sort()) {
    await holdLevel(trx, buildingId, levelId);
    if (!had.includes(levelId)) {
      const id = newId();
      await upsertGrant(trx, {
        id,
        levelId,
        userId,
        from: null,
        until: null,
        givenBy: actor.id,
        at: clock.now(),
      });
    }
  }
  for (const levelId of had) {
    if (!levelIds.includes(levelId)) {
      await removeGrant(trx, levelId, userId);
    }
  }
}

/**
 * Somebody who is anything in the building, or was given something there; for the platform whoever there is.
 * @throws {Refused} USER_NOT_FOUND
 */
export async function findOfBuilding(
  services: Services,
  db: Db,
  actor: Actor,
  { buildingId, userId }: OfPerson,
) {
  const person = await findPerson(db, userId);
  const isKnown =
    person !== undefined &&
    (actor.userType === "ADMIN" ||
      (await findBuildingsOf(db, userId, services.clock.now())).includes(buildingId) ||
      (await findGrantsOf(db, buildingId, userId)).length > 0);
  if (!isKnown) {
    throw new Refused("USER_NOT_FOUND");
  }
  return person;
}

async function levelsOf(
  { clock }: Services,
  db: Db,
  { buildingId, userId }: OfPerson,
): Promise<{ levels: PersonLevel[] }> {
  const access = await accessOf(db, { buildingId, userIds: [userId], now: clock.now() });
  const names = new Map((await findLevelNames(db, buildingId)).map(({ id, name }) => [id, name]));
  const grants = new Map((await findGrantsOf(db, buildingId, userId)).map((grant) => [grant.levelId, grant]));
  const doors = await findDoorsToReach(db, buildingId);
  const levels = (access.get(userId) ?? []).map((reach): PersonLevel => {
    const grant = reach.roles.length === 0 ? grants.get(reach.levelId) : undefined;
    const { giverId = null, giver = null } = grant ?? {};
    return {
      levelId: reach.levelId,
      name: names.get(reach.levelId) ?? "",
      roles: [...reach.roles],
      ...asSaid(reach),
      givenBy: giverId === null || giver === null ? null : { id: giverId, name: giver },
      doors: doors.filter(({ id }) => reach.doorIds.includes(id)).map(({ id, name }) => ({ id, name })),
      schedule: reach.schedule,
    };
  });
  return { levels };
}

async function nameOf(db: Db, buildingId: string, levelId: string): Promise<string> {
  return (await findLevelNames(db, buildingId)).find(({ id }) => id === levelId)?.name ?? "";
}

export const asSaid = ({ from, until }: { from: Date | null; until: Date | null }) => ({
  from: from?.toISOString() ?? null,
  until: until?.toISOString() ?? null,
});

const forAudit = (level: string, { from, until }: { from: Date | null; until: Date | null }) => ({
  level,
  from,
  until,
});
