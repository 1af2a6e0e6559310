import { may, type Place } from "@umbral/contract/lib/policy";
import type { Role } from "@umbral/contract/lib/roles";
import { homeRoles, leadersRoles } from "@umbral/contract/users/home-invitation-roles";
import type { HomeInvitation, inviteToHome } from "@umbral/contract/users/home-invitations.contract";
import type { z } from "zod";
import type { Actor, Services } from "../../platform/context.ts";
import { refuseUnproven } from "../../platform/gate.ts";
import { Refused } from "../../platform/refused.ts";
import { refuseUnreachable } from "../accounts/index.ts";
import { changeOf, writeAction } from "../audit/audit.service.ts";
import { countInvitation, countSms } from "./invitation-limits.ts";
import { countOfHome, dropUnnamed, findHomeInvitations, type InvitationRow } from "./invitations.queries.ts";
import { asInvitation, sendAgain, takeBack, writeInvitations } from "./invitations.service.ts";
import { tellManagers } from "./members.service.ts";
import { lockBuildingName } from "./staff.queries.ts";
import { endOfStay } from "./stay-end.ts";
import { findApartmentName } from "./user-details.queries.ts";

/** That wait in one home, those that ran out with them. */
const WAITING = 50;

type Wanted = z.output<(typeof inviteToHome)["body"]>;

/**
 * Invites somebody to a home by a name and an address; who accepts says their document's number.
 * @throws {Refused} SECOND_FACTOR_ASKED, INVITATION_IS_OF_ADMINISTRATION, INCOMPLETE, MAIL_NOT_HERE, SMS_NOT_HERE,
 *   MESSAGES_NOT_HERE, STAY_IN_THE_PAST, TOO_OFTEN, SMS_USED_UP, INVITATIONS_FULL
 */
export async function inviteHome(
  services: Services,
  actor: Actor,
  apartmentId: string,
  wanted: Wanted,
): Promise<{ invitation: HomeInvitation; linkToPassOn: string | null }> {
  const { db, clock, newId, wakeOutbox } = services;
  const now = clock.now();
  const { home, roles, byHome } = await rightsIn(services, actor, apartmentId);
  if (!roles.includes(wanted.role)) {
    throw new Refused("INVITATION_IS_OF_ADMINISTRATION");
  }
  refuseUnreachable(services, wanted);
  const endsAt = endOfStay(wanted.endsAt, now, wanted.role);
  const { name, email, phone, role, isSent } = wanted;
  await countInvitation(services, actor, wanted);
  const { row, link } = await db.transaction().execute(async (trx) => {
    const building = await lockBuildingName(trx, home.buildingId);
    const apartment = await findApartmentName(trx, apartmentId);
    if (!building || !apartment) {
      throw new Refused("NOT_FOUND");
    }
    const id = newId();
    await dropUnnamed(trx, { ...home, apartmentId, role, email, phone });
    if ((await countOfHome(trx, apartmentId)) >= WAITING) {
      throw new Refused("INVITATIONS_FULL");
    }
    await countSms(services, trx, { email, phone, isSent });
    const links = await writeInvitations(
      services,
      trx,
      { buildingId: home.buildingId, buildingName: building.name, by: actor.id, isSent, byHome },
      [
        {
          id,
          apartmentId,
          apartmentName: apartment.name,
          role,
          name,
          email,
          phone,
          cedula: null,
          documentType: "CEDULA_CIUDADANIA",
          endsAt,
          until: null,
          cards: [],
          conflictsWith: null,
        },
      ],
    );
    await writeAction(services, trx, actor, {
      buildingId: home.buildingId,
      action: "members.invited",
      subjectId: id,
      detail: { apartmentId, role, endsAt: endsAt?.toISOString() ?? null, isSent },
      change: changeOf(null, {}, { role, endsAt }),
    });
    const [written] = await findHomeInvitations(trx, { apartmentId, roles: [role], now, id });
    if (!written) {
      throw new Refused("INVITATION_NOT_FOUND");
    }
    return { row: written, link: isSent ? null : (links.get(id) ?? null) };
  });
  wakeOutbox();
  await tellManagers(services, { buildingId: home.buildingId, apartmentId });
  return { invitation: asHomeInvitation(services, row, now), linkToPassOn: link };
}

export async function listInvitationsOfHome(
  services: Services,
  actor: Actor,
  apartmentId: string,
): Promise<{ invitations: HomeInvitation[] }> {
  const { roles, byHome } = await rightsIn(services, actor, apartmentId);
  const now = services.clock.now();
  const rows = await findHomeInvitations(services.db, { apartmentId, roles, now });
  return {
    invitations: rows
      .map((row) => ({ ...asHomeInvitation(services, row, now), isOthers: byHome && !row.byHome }))
      // What the administration typed of somebody is not the leader's to read before they live there.
      .map(({ isOthers, ...one }) => (isOthers ? { ...one, email: "", phone: "" } : one)),
  };
}

interface OfHome {
  apartmentId: string;
  id: string;
}

/** @throws {Refused} SECOND_FACTOR_ASKED, INVITATION_NOT_FOUND, INVITATION_UNREACHABLE, TOO_OFTEN */
export async function sendHomeInvitationAgain(
  services: Services,
  actor: Actor,
  of: OfHome,
): Promise<{ ok: true }> {
  const { buildingId, byHome } = await lookFor(services, actor, of);
  await sendAgain(services, actor, { buildingId, id: of.id, byHome });
  return { ok: true };
}

/** @throws {Refused} SECOND_FACTOR_ASKED, INVITATION_NOT_FOUND */
export async function takeHomeInvitationBack(
  services: Services,
  actor: Actor,
  of: OfHome,
): Promise<{ ok: true }> {
  const { buildingId } = await lookFor(services, actor, of);
  return takeBack(services, actor, { buildingId, id: of.id });
}

/** The invitation is of this home, and of a role that the actor may give there. Neither changes while it waits. */
async function lookFor(services: Services, actor: Actor, { apartmentId, id }: OfHome) {
  const { home, roles, byHome } = await rightsIn(services, actor, apartmentId);
  const now = services.clock.now();
  const [row] = await findHomeInvitations(services.db, { apartmentId, roles, now, id });
  if (!row) {
    throw new Refused("INVITATION_NOT_FOUND");
  }
  return { buildingId: home.buildingId, byHome };
}

/** The administration names whom it wants; a leader whom decisions §8 leaves them, as long as they lead the home. */
async function rightsIn(
  { gate }: Services,
  actor: Actor,
  apartmentId: string,
): Promise<{ home: Place; roles: readonly Role[]; byHome: boolean }> {
  const home = await gate.placeOf("apartment", apartmentId);
  if (home === null) {
    throw new Refused("NOT_FOUND");
  }
  refuseUnproven(actor, home);
  return may(actor, "access-requests.decide-owners", home)
    ? { home, roles: homeRoles, byHome: false }
    : { home, roles: leadersRoles, byHome: true };
}

function asHomeInvitation(services: Services, row: InvitationRow, now: Date): HomeInvitation {
  const { cedula: _cedula, apartment: _apartment, ...shown } = asInvitation(services, row, now);
  return shown;
}
