import type { DocumentType } from "@umbral/contract/registration/personal-data";
import { type StaffMember, StaffRole } from "@umbral/contract/users/staff.contract";
import type { Actor, Services } from "../../platform/context.ts";
import { isDuplicate, type Trx } from "../../platform/database.ts";
import { Refused } from "../../platform/refused.ts";
import { type AuditLine, changeOf, writeAuditLine } from "../audit/audit.service.ts";
import { endSpaces } from "./members.queries.ts";
import { tellOfMember } from "./members.service.ts";
import { writeRemoval } from "./removal-words.ts";
import {
  describeAccount,
  findBuildingName,
  findStaff,
  insertPerson,
  insertStaffSpace,
  lockAccount,
  lockStaffSpace,
  type StaffRow,
  updateStaffSpace,
} from "./staff.queries.ts";
import { writeInvitation, writeWelcome } from "./staff-words.ts";

export async function listStaffOf(
  { db, clock }: Services,
  buildingId: string,
): Promise<{ staff: StaffMember[] }> {
  return { staff: (await findStaff(db, buildingId, clock.now())).map(asMember) };
}

export interface Invitation {
  cedula: string;
  documentType: DocumentType;
  name: string;
  email: string;
  phone: string;
  role: StaffRole;
  endsAt: string | null;
}

/**
 * Gives somebody a role in a building. Who is new, or has never had a password, is described as it is said
 * here and invited by mail; an account that somebody signs in to stays as its owner wrote it.
 * @throws {Refused} STAFF_ALREADY, and ALREADY_EXISTS for the e-mail address of somebody else
 */
export async function invite(
  services: Services,
  actor: Actor,
  buildingId: string,
  invitation: Invitation,
): Promise<{ member: StaffMember }> {
  const { db, clock, newId, wakeOutbox } = services;
  const now = clock.now();
  const endsAt = endOf(invitation.endsAt, now);
  const spaceId = newId();
  const userId = await db
    .transaction()
    .execute(async (trx) => {
      const building = await findBuildingName(trx, buildingId);
      if (!building) {
        throw new Refused("NOT_FOUND");
      }
      const person = await personOf(services, trx, invitation);
      await insertStaffSpace(trx, {
        id: spaceId,
        userId: person.id,
        buildingId,
        role: invitation.role,
        endsAt,
        decidedBy: actor.id,
        at: now,
      });
      await writeDown(services, trx, actor, {
        buildingId,
        action: "users.staff-invited",
        subjectId: spaceId,
        detail: { userId: person.id, role: invitation.role, endsAt: endsAt?.toISOString() ?? null },
        change: changeOf(person.id, {}, { role: invitation.role, endsAt }),
      });
      const invited = { ...person, role: invitation.role, buildingName: building.name };
      if (!person.hasPassword) {
        await writeInvitation(services, trx, invited);
      } else if (person.email !== "") {
        await writeWelcome(services, trx, invited);
      }
      return person.id;
    })
    .catch(refuseSecond);
  wakeOutbox();
  await tellOfMember(services, { buildingId, apartmentId: null }, userId);
  return { member: await readOne(services, buildingId, spaceId) };
}

/** Changes the role, or until when it is held. */
export async function changeStaffOf(
  services: Services,
  actor: Actor,
  { buildingId, spaceId }: { buildingId: string; spaceId: string },
  change: { role?: StaffRole | undefined; endsAt?: string | null | undefined },
): Promise<{ member: StaffMember }> {
  const { db, clock } = services;
  const now = clock.now();
  const endsAt = change.endsAt === undefined ? undefined : endOf(change.endsAt, now);
  const userId = await db
    .transaction()
    .execute(async (trx) => {
      const space = await lockKnown(trx, buildingId, spaceId, now);
      await updateStaffSpace(trx, spaceId, { role: change.role, endsAt });
      await writeDown(services, trx, actor, {
        buildingId,
        action: "users.staff-changed",
        subjectId: spaceId,
        detail: {
          userId: space.userId,
          role: change.role ?? space.role,
          ...(endsAt === undefined ? {} : { endsAt: endsAt?.toISOString() ?? null }),
        },
        change: changeOf(
          space.userId,
          { role: space.role, endsAt: space.endsAt },
          { role: change.role ?? space.role, endsAt: endsAt === undefined ? space.endsAt : endsAt },
        ),
      });
      return space.userId;
    })
    .catch(refuseSecond);
  await tellOfMember(services, { buildingId, apartmentId: null }, userId);
  return { member: await readOne(services, buildingId, spaceId) };
}

/** Takes the role away. What it allowed ends in the same moment. */
export async function removeStaffOf(
  services: Services,
  actor: Actor,
  { buildingId, spaceId }: { buildingId: string; spaceId: string },
): Promise<{ ok: true }> {
  const now = services.clock.now();
  const userId = await services.db.transaction().execute(async (trx) => {
    const space = await lockKnown(trx, buildingId, spaceId, now);
    await endSpaces(trx, [spaceId], now);
    await writeRemoval(services, trx, {
      userId: space.userId,
      buildingId,
      apartmentId: null,
      roles: [space.role],
    });
    await writeDown(services, trx, actor, {
      buildingId,
      action: "users.staff-removed",
      subjectId: spaceId,
      detail: { userId: space.userId, role: space.role },
      change: changeOf(space.userId, { role: space.role, endsAt: space.endsAt }, {}),
    });
    return space.userId;
  });
  services.wakeOutbox();
  await tellOfMember(services, { buildingId, apartmentId: null }, userId);
  return { ok: true };
}

/** @throws {Refused} STAFF_HAS_PASSWORD, STAFF_WITHOUT_EMAIL */
export async function inviteAgain(
  services: Services,
  actor: Actor,
  { buildingId, spaceId }: { buildingId: string; spaceId: string },
): Promise<{ member: StaffMember }> {
  await services.db.transaction().execute(async (trx) => {
    const space = await lockKnown(trx, buildingId, spaceId, services.clock.now());
    if (space.passwordHash !== null) {
      throw new Refused("STAFF_HAS_PASSWORD");
    }
    if (space.email === "") {
      throw new Refused("STAFF_WITHOUT_EMAIL");
    }
    await writeInvitation(services, trx, {
      id: space.userId,
      name: space.name,
      email: space.email,
      role: StaffRole.parse(space.role),
      buildingName: space.buildingName,
    });
    await writeDown(services, trx, actor, {
      buildingId,
      action: "users.staff-reminded",
      subjectId: spaceId,
      detail: { userId: space.userId },
    });
  });
  services.wakeOutbox();
  return { member: await readOne(services, buildingId, spaceId) };
}

/** Whose account it is: a new one, one that waits for its first password, or somebody's own. */
async function personOf({ newId }: Services, trx: Trx, said: Invitation) {
  const known = await lockAccount(trx, said.cedula);
  if (!known) {
    const id = newId();
    await insertPerson(trx, { ...said, id });
    return { id, name: said.name, email: said.email, hasPassword: false };
  }
  // The platform's own people work for the platform, and who was deactivated works for nobody.
  if (known.userType === "ADMIN" || !known.active) {
    throw alreadyExists("cedula");
  }
  if (known.passwordHash === null) {
    await describeAccount(trx, { ...said, id: known.id });
    return { id: known.id, name: said.name, email: said.email, hasPassword: false };
  }
  return { id: known.id, name: known.name, email: known.email, hasPassword: true };
}

function endOf(endsAt: string | null, now: Date): Date | null {
  const end = endsAt === null ? null : new Date(endsAt);
  if (end !== null && end <= now) {
    throw new Refused("STAY_IN_THE_PAST", {
      errors: [{ property: "endsAt", message: "La fecha de salida debe estar en el futuro." }],
    });
  }
  return end;
}

const alreadyExists = (property: string): Refused =>
  new Refused("ALREADY_EXISTS", { errors: [{ property, message: "already exists" }] });

/** Two at once: the database lets one of them have it. */
function refuseSecond(error: unknown): never {
  if (isDuplicate(error, "spaces_one_live")) {
    throw new Refused("STAFF_ALREADY");
  }
  if (isDuplicate(error, "users_email")) {
    throw alreadyExists("email");
  }
  throw isDuplicate(error, "users_cedula_key") ? alreadyExists("cedula") : error;
}

async function lockKnown(trx: Trx, buildingId: string, spaceId: string, now: Date) {
  const space = await lockStaffSpace(trx, buildingId, spaceId, now);
  if (!space) {
    throw new Refused("STAFF_NOT_FOUND");
  }
  return space;
}

async function readOne({ db, clock }: Services, buildingId: string, spaceId: string): Promise<StaffMember> {
  const [row] = await findStaff(db, buildingId, clock.now(), spaceId);
  if (!row) {
    throw new Refused("STAFF_NOT_FOUND");
  }
  return asMember(row);
}

const asMember = (row: StaffRow): StaffMember => ({
  id: row.id,
  user: {
    id: row.userId,
    name: row.name,
    cedula: row.cedula,
    email: row.email,
    phone: row.phone,
    hasPassword: row.hasPassword,
    active: row.active,
  },
  role: StaffRole.parse(row.role),
  endsAt: row.endsAt?.toISOString() ?? null,
  since: row.since.toISOString(),
});

function writeDown(
  { clock }: Services,
  trx: Trx,
  actor: Actor,
  deed: Pick<AuditLine, "action" | "detail" | "subjectId" | "buildingId" | "change">,
): Promise<void> {
  return writeAuditLine(trx, { ...deed, actorId: actor.id, at: clock.now() });
}
