import type { DocumentType } from "@umbral/contract/registration/personal-data";
import type { Invitation } from "@umbral/contract/users/invitations.contract";
import { type StaffMember, StaffRole } from "@umbral/contract/users/staff.contract";
import type { Actor, Services } from "../../platform/context.ts";
import { isDuplicate, type Trx } from "../../platform/database.ts";
import { Refused } from "../../platform/refused.ts";
import { refuseMakingAdministrators, refuseUnreachable, sharesAddress } from "../accounts/index.ts";
import { changeOf, writeAction } from "../audit/audit.service.ts";
import { writeRemoval } from "../buildings/removal-words.ts";
import { changeSpace, endSpaces, findLivingSpacesOf, lockSpaceOfBuilding } from "../spaces/index.ts";
import { countInvitation, countSms } from "./invitation-limits.ts";
import { dropUnnamed, findStaffInvitation } from "./invitations.queries.ts";
import { asInvitation, writeInvitations } from "./invitations.service.ts";
import { tellOfMember } from "./members.service.ts";
import { findInvitee, findStaff, isMailOfAnother, lockBuildingName, type StaffRow } from "./staff.queries.ts";
import { endOfStay } from "./stay-end.ts";

export async function listStaffOf(
  { db, clock }: Services,
  buildingId: string,
): Promise<{ staff: StaffMember[] }> {
  return { staff: (await findStaff(db, buildingId, clock.now())).map(asMember) };
}

interface Invited {
  /** Empty for who says it when they accept. */
  cedula: string;
  documentType: DocumentType;
  name: string;
  email: string;
  phone: string;
  role: StaffRole;
  endsAt: string | null;
  /** False: whoever invites passes the link on. */
  isSent: boolean;
}

/**
 * Invites somebody to a role in a building. It begins when it is accepted at the mail or phone that is said here:
 * an account with that cédula may be somebody else's, and is only told. Without one they say theirs then.
 * @throws {Refused} INCOMPLETE, MAIL_NOT_HERE, SMS_NOT_HERE, MESSAGES_NOT_HERE, TOO_OFTEN, SMS_USED_UP, STAFF_ALREADY, and
 *   ALREADY_EXISTS for the mail of an account with another cédula
 */
export async function invite(
  services: Services,
  actor: Actor,
  buildingId: string,
  { endsAt: said, isSent, ...invited }: Invited,
): Promise<{ invitation: Invitation; linkToPassOn: string | null }> {
  refuseMakingAdministrators(actor, invited.role);
  const { db, clock, newId, wakeOutbox } = services;
  const now = clock.now();
  const { email, phone, role } = invited;
  const cedula = invited.cedula === "" ? null : invited.cedula;
  refuseUnreachable(services, invited);
  const endsAt = endOfStay(said, now);
  await countInvitation(services, actor, invited);
  const { row, link } = await db.transaction().execute(async (trx) => {
    const building = await lockBuildingName(trx, buildingId);
    if (!building) {
      throw new Refused("NOT_FOUND");
    }
    const account = cedula === null ? undefined : await findInvitee(trx, buildingId, cedula, now);
    // The platform's own people work for the platform, and who was deactivated works for nobody.
    if (account?.userType === "ADMIN" || account?.active === false) {
      throw alreadyExists("cedula");
    }
    if (account?.roles.includes(role)) {
      throw new Refused("STAFF_ALREADY");
    }
    if (cedula === null) {
      await dropUnnamed(trx, { buildingId, apartmentId: null, role, email, phone });
    } else if (email !== "" && (await isMailOfAnother(trx, email, cedula))) {
      throw alreadyExists("email");
    }
    const wanted = {
      ...invited,
      id: newId(),
      cedula,
      apartmentId: null,
      apartmentName: null,
      endsAt,
      until: null,
      cards: [],
    };
    const conflictsWith = account && !sharesAddress(account, invited) ? account : null;
    await countSms(services, trx, { email, phone, isSent });
    const links = await writeInvitations(
      services,
      trx,
      { buildingId, buildingName: building.name, by: actor.id, isSent },
      [{ ...wanted, conflictsWith }],
    );
    const of = cedula === null ? { id: wanted.id } : { cedula };
    const written = await findStaffInvitation(trx, { buildingId, of, role, now });
    if (!written) {
      throw new Refused("INVITATION_NOT_FOUND");
    }
    await writeAction(services, trx, actor, {
      buildingId,
      action: "users.staff-invited",
      subjectId: written.id,
      detail: { role, endsAt: endsAt?.toISOString() ?? null, conflict: conflictsWith !== null, isSent },
      change: changeOf(null, {}, { role, endsAt }),
    });
    return { row: written, link: isSent ? null : (links.get(wanted.id) ?? null) };
  });
  wakeOutbox();
  return { invitation: asInvitation(services, row, now), linkToPassOn: link };
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
  const endsAt = change.endsAt === undefined ? undefined : endOfStay(change.endsAt, now);
  const userId = await db
    .transaction()
    .execute(async (trx) => {
      const space = await lockKnown(trx, buildingId, spaceId, now);
      refuseMakingAdministrators(actor, space.role, change.role);
      await changeSpace(trx, spaceId, { role: change.role, endsAt });
      await writeAction(services, trx, actor, {
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
    refuseMakingAdministrators(actor, space.role);
    await endSpaces(trx, [spaceId], now);
    const left = await findLivingSpacesOf(trx, [space.userId], now);
    await writeRemoval(services, trx, {
      userId: space.userId,
      buildingId,
      apartmentId: null,
      roles: [space.role],
      stays: left.some((one) => one.buildingId === buildingId),
    });
    await writeAction(services, trx, actor, {
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

const alreadyExists = (property: string): Refused =>
  new Refused("ALREADY_EXISTS", { errors: [{ property, message: "already exists" }] });

/** Two at once: the database lets one of them have it. */
function refuseSecond(error: unknown): never {
  throw isDuplicate(error, "spaces_one_live") ? new Refused("STAFF_ALREADY") : error;
}

async function lockKnown(trx: Trx, buildingId: string, spaceId: string, now: Date) {
  const space = await lockSpaceOfBuilding(trx, { id: spaceId, buildingId, roles: StaffRole.options }, now);
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
