import { permissionForRole } from "@umbral/contract/access-requests/access-requests.contract";
import { may } from "@umbral/contract/lib/policy";
import type { Role } from "@umbral/contract/lib/roles";
import { type Member, MemberRole } from "@umbral/contract/users/members.contract";
import type { Actor, Services } from "../../platform/context.ts";
import { type Db, isDuplicate, type Trx } from "../../platform/database.ts";
import { refuseUnproven } from "../../platform/gate.ts";
import { person } from "../../platform/live.ts";
import { Refused } from "../../platform/refused.ts";
import { changeOf, writeAuditLine } from "../audit/audit.service.ts";
import { refreshActive } from "../buildings/index.ts";
import { writeRemoval } from "../buildings/removal-words.ts";
import { endWatching } from "../cameras/watching.ts";
import { changeSpace, endSpaces, lockSpacesOf, peopleWhoMay } from "../spaces/index.ts";
import { findMemberSpaces, type MemberSpace } from "./members.queries.ts";
import { endOfStay } from "./stay-end.ts";

interface Home {
  buildingId: string;
  apartmentId: string;
}

/** The people of an apartment, with their faces: that these were shown is written down. */
export async function listMembersOf(
  services: Services,
  actor: Actor,
  apartmentId: string,
): Promise<{ members: Member[] }> {
  const { db, clock } = services;
  const members = await readMembers(services, db, actor, apartmentId);
  const faces = members.filter(({ user }) => user.photo !== null).length;
  if (faces > 0) {
    const home = await services.gate.placeOf("apartment", apartmentId);
    await db.transaction().execute((trx) =>
      writeAuditLine(trx, {
        buildingId: home?.buildingId ?? null,
        actorId: actor.id,
        action: "members.shown",
        subjectId: apartmentId,
        detail: { faces },
        at: clock.now(),
      }),
    );
  }
  return { members };
}

/** Makes a resident temporary or permanent, or moves the end of a stay. */
export async function changeMemberOf(
  services: Services,
  actor: Actor,
  where: { apartmentId: string; userId: string },
  stay: { role: MemberRole; endsAt?: string | null | undefined },
): Promise<{ member: Member }> {
  const { db, clock } = services;
  const now = clock.now();
  const { home, member } = await db
    .transaction()
    .execute(async (trx) => {
      const found = await lockMember(trx, actor, where, now);
      const [first, ...others] = found.spaces.filter(({ role }) => isMemberRole(role));
      if (!first) {
        throw new Refused("MEMBER_HAS_NO_STAY");
      }
      const endsAt = endOfStay(stay.endsAt ?? null, now, stay.role);
      // Resident and temporary resident at once is one stay, whose end would otherwise be in doubt.
      await endSpaces(
        trx,
        others.map(({ id }) => id),
        now,
      );
      await changeSpace(trx, first.id, { role: stay.role, endsAt });
      await writeAuditLine(trx, {
        buildingId: found.home.buildingId,
        actorId: actor.id,
        action: "members.changed",
        subjectId: first.id,
        detail: { userId: where.userId, role: stay.role, endsAt: endsAt?.toISOString() ?? null },
        change: changeOf(where.userId, first, { role: stay.role, endsAt }),
        at: now,
      });
      const after = await readMembers(services, trx, actor, where.apartmentId);
      const changed = after.find(({ user }) => user.id === where.userId);
      if (!changed) {
        throw new Refused("MEMBER_NOT_FOUND");
      }
      return { home: found.home, member: changed };
    })
    .catch(refuseAsked);
  await tellOfMember(services, home, where.userId);
  return { member };
}

/** They wait for just this role there, by a request of their own: that is decided first. */
export function refuseAsked(error: unknown): never {
  throw isDuplicate(error, "spaces_one_live") ? new Refused("MEMBER_ALREADY") : error;
}

/** Ends everything that somebody is in an apartment. What they may no longer do ends in the same moment. */
export async function removeMemberOf(
  services: Services,
  actor: Actor,
  where: { apartmentId: string; userId: string },
): Promise<{ ok: true }> {
  const now = services.clock.now();
  const home = await services.db.transaction().execute(async (trx) => {
    const { home: of, spaces } = await lockMember(trx, actor, where, now);
    const roles = spaces.map(({ role }) => role);
    await endRolesIn(services, trx, { ...of, userId: where.userId }, { ended: spaces, stays: false });
    await writeAuditLine(trx, {
      buildingId: of.buildingId,
      actorId: actor.id,
      action: "members.removed",
      subjectId: where.userId,
      detail: { apartmentId: where.apartmentId, roles: roles.join(" ") },
      change: changeOf(where.userId, { role: roles }, {}),
      at: now,
    });
    return of;
  });
  services.wakeOutbox();
  await tellOfMember(services, home, where.userId);
  return { ok: true };
}

/** Ends what somebody is in a home, and tells them. To wake the outbox for after the commit. */
export async function endRolesIn(
  services: Services,
  trx: Trx,
  member: Home & { userId: string },
  { ended, stays }: { ended: readonly { id: string; role: Role }[]; stays: boolean },
): Promise<void> {
  const now = services.clock.now();
  await endSpaces(
    trx,
    ended.map(({ id }) => id),
    now,
  );
  await refreshActive(trx, member.apartmentId, now);
  await writeRemoval(services, trx, { ...member, roles: ended.map(({ role }) => role), stays });
}

/**
 * Tells a person that their spaces are others now and whoever looks after the apartment that its people
 * are, and takes from the person what they may not see any more.
 */
export async function tellOfMember(
  services: Services,
  { buildingId, apartmentId }: { buildingId: string; apartmentId: string | null },
  userId: string,
): Promise<void> {
  await endWatching(services, userId, buildingId);
  services.live.tell(person(userId), "spaces:changed", {});
  if (apartmentId !== null) {
    await tellManagers(services, { buildingId, apartmentId });
  }
}

/** Who lives in an apartment, or waits to, is to be asked for again by whoever looks after it. */
export async function tellManagers({ db, clock, live }: Services, home: Home): Promise<void> {
  for (const manager of await peopleWhoMay(db, "members.manage", home, clock.now())) {
    live.tell(person(manager), "members:changed", home);
  }
}

/**
 * The member, if this actor may change them: not oneself, and owners, leaders and employees for the administration
 * alone, which has shown its second factor.
 */
async function lockMember(
  trx: Trx,
  actor: Actor,
  { apartmentId, userId }: { apartmentId: string; userId: string },
  now: Date,
) {
  const spaces = await lockSpacesOf(trx, apartmentId, userId, now);
  const [first] = spaces;
  if (!first) {
    throw new Refused("MEMBER_NOT_FOUND");
  }
  if (userId === actor.id) {
    throw new Refused("MEMBER_IS_YOU");
  }
  const home = { buildingId: first.buildingId, apartmentId };
  if (
    !mayDecide(
      actor,
      home,
      spaces.map(({ role }) => role),
    )
  ) {
    throw new Refused("MEMBER_IS_OF_ADMINISTRATION");
  }
  refuseUnproven(actor, home);
  return { spaces, home };
}

const isMemberRole = (role: Role): boolean => MemberRole.options.some((one) => one === role);

/** Whom a home's leader lets in they may show out, too; everybody else is the administration's (decisions §8). */
const mayDecide = (actor: Actor, home: Home, roles: readonly Role[]): boolean =>
  roles.every((role) => may(actor, permissionForRole(role), home));

/** Until when; of a temporary resident who was let in for good besides, nothing ends. */
const endOf = (spaces: readonly MemberSpace[]): Date | null =>
  spaces.some(({ role, endsAt }) => isMemberRole(role) && endsAt === null)
    ? null
    : (spaces.find(({ endsAt }) => endsAt !== null)?.endsAt ?? null);

async function readMembers(
  { addresses, clock }: Services,
  db: Db,
  actor: Actor,
  apartmentId: string,
): Promise<Member[]> {
  const byPerson = new Map<string, MemberSpace[]>();
  for (const space of await findMemberSpaces(db, apartmentId, clock.now())) {
    byPerson.set(space.userId, [...(byPerson.get(space.userId) ?? []), space]);
  }
  const members = [...byPerson.values()].map(async (spaces) => {
    const [first] = spaces;
    if (!first) {
      return [];
    }
    const roles = spaces.map(({ role }) => role);
    const isTheirs =
      first.userId !== actor.id && mayDecide(actor, { buildingId: first.buildingId, apartmentId }, roles);
    return [
      {
        user: {
          id: first.userId,
          name: first.name,
          phone: first.phone,
          photo: await addresses.forFile(first.photoFileId),
        },
        roles,
        endsAt: endOf(spaces)?.toISOString() ?? null,
        since: first.createdAt.toISOString(),
        may: { change: isTheirs && roles.some(isMemberRole), remove: isTheirs },
      },
    ];
  });
  return (await Promise.all(members)).flat();
}
