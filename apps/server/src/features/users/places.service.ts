import type { Role } from "@umbral/contract/lib/roles";
import { MemberRole } from "@umbral/contract/users/members.contract";
import type { PersonPlace } from "@umbral/contract/users/person.contract";
import type { changeHomeRole, givePlace } from "@umbral/contract/users/places.contract";
import type { z } from "zod";
import type { Actor, Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { Refused } from "../../platform/refused.ts";
import { tellDeciders } from "../access-requests/access-requests.service.ts";
import { administeredBy, lockUser, refuseMakingAdministrators } from "../accounts/index.ts";
import { changeOf, writeAction } from "../audit/audit.service.ts";
import { findBuildingNames, refreshActive } from "../buildings/index.ts";
import { changeSpace, findLivingSpacesOf, grantSpace, holdHome, lockSpacesOf } from "../spaces/index.ts";
import { endRolesIn, refuseAsked, tellOfMember } from "./members.service.ts";
import { findPlacesOfPerson } from "./person.queries.ts";
import { asPlace, isHomeRole, isVouchedFor } from "./person-places.ts";
import { writeGivenPlace } from "./place-words.ts";
import { endOfStay } from "./stay-end.ts";

/**
 * Gives somebody whom the actor's own buildings know a further role, in a home or in the building as a whole. It begins
 * at once: their account was answered for before. What they wait for just there is given with it.
 * @throws {Refused} as the contract says
 */
export async function givePlaceTo(
  services: Services,
  actor: Actor,
  { buildingId, userId }: { buildingId: string; userId: string },
  { apartmentId, role, endsAt: said }: z.output<(typeof givePlace)["body"]>,
): Promise<{ place: PersonPlace }> {
  const now = services.clock.now();
  refuseMakingAdministrators(actor, role);
  const endsAt = endOfStay(said, now, role);
  const spaceId = await services.db.transaction().execute(async (trx) => {
    const home = apartmentId === null ? null : await holdHome(trx, buildingId, apartmentId);
    const [building] = await findBuildingNames(trx, [buildingId]);
    if (home === undefined || building === undefined) {
      throw new Refused("APARTMENT_NOT_FOUND");
    }
    const { person, spaces } = await lockKnown(trx, actor, userId, now);
    refuseSecond(
      spaces.filter((space) => space.buildingId === buildingId && space.apartmentId === apartmentId),
      { apartmentId, role },
    );
    const id = await grantSpace(trx, {
      id: services.newId(),
      userId,
      buildingId,
      apartmentId,
      role,
      endsAt,
      decidedBy: actor.id,
      at: now,
    });
    if (apartmentId !== null) {
      await refreshActive(trx, apartmentId, now);
    }
    await writeAction(services, trx, actor, {
      buildingId,
      action: "users.place-given",
      subjectId: id,
      detail: { userId, apartmentId, role, endsAt: endsAt?.toISOString() ?? null },
      change: changeOf(userId, {}, { role, endsAt }),
    });
    await writeGivenPlace(services, trx, {
      spaceId: id,
      person,
      buildingName: building.name,
      apartmentName: home?.name ?? null,
      role,
    });
    return id;
  });
  services.wakeOutbox();
  await tellOfMember(services, { buildingId, apartmentId }, userId);
  if (apartmentId !== null) {
    await tellDeciders(services, { buildingId, apartmentId, role });
  }
  return { place: await readPlace(services, actor, userId, spaceId) };
}

/** @throws {Refused} as the contract says */
export async function changeHomeRoleOf(
  services: Services,
  actor: Actor,
  { apartmentId, userId, spaceId }: { apartmentId: string; userId: string; spaceId: string },
  { role, endsAt: said }: z.output<(typeof changeHomeRole)["body"]>,
): Promise<{ place: PersonPlace }> {
  const now = services.clock.now();
  const endsAt = endOfStay(said, now, role);
  if (userId === actor.id) {
    throw new Refused("MEMBER_IS_YOU");
  }
  const buildingId = await services.db
    .transaction()
    .execute(async (trx) => {
      const spaces = await lockSpacesOf(trx, apartmentId, userId, now);
      const space = spaces.find(({ id }) => id === spaceId);
      if (!space || !isHomeRole(space.role)) {
        throw new Refused("MEMBER_NOT_FOUND");
      }
      refuseSecond(
        spaces.filter(({ id }) => id !== spaceId),
        { apartmentId, role },
      );
      await changeSpace(trx, spaceId, { role, endsAt });
      await refreshActive(trx, apartmentId, now);
      await writeAction(services, trx, actor, {
        buildingId: space.buildingId,
        action: "users.place-changed",
        subjectId: spaceId,
        detail: { userId, apartmentId, role, endsAt: endsAt?.toISOString() ?? null },
        change: changeOf(userId, { role: space.role, endsAt: space.endsAt }, { role, endsAt }),
      });
      return space.buildingId;
    })
    .catch(refuseAsked);
  await tellOfMember(services, { buildingId, apartmentId }, userId);
  return { place: await readPlace(services, actor, userId, spaceId) };
}

/**
 * Ends one role in a home. What they may no longer do ends in the same moment.
 * @throws {Refused} as the contract says
 */
export async function removeHomeRoleOf(
  services: Services,
  actor: Actor,
  { apartmentId, userId, spaceId }: { apartmentId: string; userId: string; spaceId: string },
): Promise<{ ok: true }> {
  if (userId === actor.id) {
    throw new Refused("MEMBER_IS_YOU");
  }
  const buildingId = await services.db.transaction().execute(async (trx) => {
    const spaces = await lockSpacesOf(trx, apartmentId, userId, services.clock.now());
    const space = spaces.find(({ id }) => id === spaceId);
    if (!space) {
      throw new Refused("MEMBER_NOT_FOUND");
    }
    const home = { buildingId: space.buildingId, apartmentId };
    await endRolesIn(services, trx, { ...home, userId }, { ended: [space], stays: spaces.length > 1 });
    await writeAction(services, trx, actor, {
      buildingId: space.buildingId,
      action: "users.place-removed",
      subjectId: spaceId,
      detail: { userId, apartmentId, role: space.role },
      change: changeOf(userId, { role: space.role, endsAt: space.endsAt }, {}),
    });
    return space.buildingId;
  });
  services.wakeOutbox();
  await tellOfMember(services, { buildingId, apartmentId }, userId);
  return { ok: true };
}

/**
 * Somebody with an account who is something in the actor's own buildings, by more than their own word. Whoever else
 * changes them waits for this transaction.
 */
async function lockKnown(trx: Trx, actor: Actor, userId: string, now: Date) {
  const person = await lockUser(trx, userId);
  const administered = administeredBy(actor);
  const spaces = await findLivingSpacesOf(trx, [userId], now);
  const own = spaces.filter(
    ({ buildingId }) => administered === "everywhere" || administered.includes(buildingId),
  );
  if (!person || (administered !== "everywhere" && own.length === 0)) {
    throw new Refused("USER_NOT_FOUND");
  }
  if (userId === actor.id) {
    throw new Refused("MEMBER_IS_YOU");
  }
  if (!person.active) {
    throw new Refused("PERSON_IS_OFF");
  }
  if (!isVouchedFor(own)) {
    throw new Refused("PERSON_UNPROVEN");
  }
  return { person, spaces: own };
}

/** One role is held once in one place, and nobody is a resident and a temporary one of the same home. */
function refuseSecond(
  there: readonly { role: Role }[],
  { apartmentId, role }: { apartmentId: string | null; role: Role },
): void {
  const isStay = (one: Role) => MemberRole.options.some((stay) => stay === one);
  if (
    there.some((space) => space.role === role || (apartmentId !== null && isStay(role) && isStay(space.role)))
  ) {
    throw new Refused(apartmentId === null ? "STAFF_ALREADY" : "MEMBER_ALREADY");
  }
}

async function readPlace(
  { db, clock }: Services,
  actor: Actor,
  userId: string,
  spaceId: string,
): Promise<PersonPlace> {
  const asked = { userId, buildings: administeredBy(actor), now: clock.now() };
  const row = (await findPlacesOfPerson(db, asked)).find(({ id }) => id === spaceId);
  if (!row) {
    throw new Refused("USER_NOT_FOUND");
  }
  return asPlace(row, actor, userId);
}
