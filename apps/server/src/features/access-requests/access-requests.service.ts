import {
  type Asked,
  kindOfRole,
  permissionForRole,
} from "@umbral/contract/access-requests/access-requests.contract";
import type { Role } from "@umbral/contract/lib/roles";
import type { Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { person } from "../../platform/live.ts";
import { Refused } from "../../platform/refused.ts";
import { writeAuditLine } from "../audit/audit.service.ts";
import { refreshActive } from "../buildings/index.ts";
import { writePushes } from "../notifications/notifications.service.ts";
import { endRunOutSpaces, findPlaceOfSpace, isWaiting, peopleWhoMay, requestSpace } from "../spaces/index.ts";
import { findAsking } from "./access-requests.queries.ts";

/** How long a push about a request is worth delivering. */
const NOTICE_MS = 24 * 3_600_000;

/** The lists of those who wait (specification §2). */
const listPaths = {
  employees: "/building/dashboard/apartments/requests/employee",
  owners: "/building/dashboard/apartments/requests/owner",
} as const;

/** Who asks for what, and where. */
export interface AccessAsked extends Asked {
  userId: string;
  buildingId: string;
  apartmentId: string;
}

/**
 * Writes down that somebody asks for a space, with the pushes to those who decide about it. After the
 * commit say {@link announceRequest} with the id: that makes open lists show it and sends the pushes.
 * @returns the id of the request, which is that of the space
 * @throws {Refused} NOT_FOUND when the building has no such apartment, ACCESS_ALREADY_REQUESTED when the
 * person waits there already, ACCESS_ALREADY_GRANTED when they have this role there
 */
export async function requestAccess(
  services: Pick<Services, "newId" | "clock" | "secrets">,
  trx: Trx,
  asked: AccessAsked,
): Promise<string> {
  const { userId, apartmentId, buildingId, role } = asked;
  const now = services.clock.now();
  const who = await findAsking(trx, userId, apartmentId);
  if (who?.buildingId !== buildingId) {
    throw new Refused("NOT_FOUND");
  }
  if (await endRunOutSpaces(trx, userId, apartmentId, now)) {
    await refreshActive(trx, apartmentId, now);
  }
  const id = services.newId();
  if (!(await requestSpace(trx, { id, ...asked, at: now }))) {
    throw new Refused(
      (await isWaiting(trx, userId, apartmentId)) ? "ACCESS_ALREADY_REQUESTED" : "ACCESS_ALREADY_GRANTED",
    );
  }
  await writeAuditLine(trx, {
    buildingId,
    actorId: userId,
    action: "access-requests.made",
    subjectId: id,
    detail: { apartmentId, role },
    at: now,
  });
  const kind = kindOfRole(role);
  for (const decider of await peopleWhoMay(trx, permissionForRole(role), asked, now)) {
    await writePushes(services, trx, {
      subject: kind === "owners" ? "Nueva solicitud de propietario" : "Nueva solicitud de acceso",
      body: `${who.name} · Apartamento ${who.apartmentName} · ${who.buildingName}`,
      push: "access-asked",
      data: { path: listPaths[kind], tag: id },
      userId: decider,
      callId: null,
      expiresAt: new Date(now.getTime() + NOTICE_MS),
    });
  }
  return id;
}

/** Tells open lists that there is a request more, and lets the pushes about it leave. After the commit. */
export async function announceRequest(services: Services, requestId: string): Promise<void> {
  services.wakeOutbox();
  const place = await findPlaceOfSpace(services.db, requestId);
  if (place?.apartmentId != null) {
    await tellDeciders(services, { ...place, apartmentId: place.apartmentId });
  }
}

/** Tells everybody who decides there that the list is another now. */
export async function tellDeciders(
  { db, clock, live }: Services,
  { buildingId, apartmentId, role }: { buildingId: string; apartmentId: string; role: Role },
): Promise<void> {
  const kind = kindOfRole(role);
  const place = { buildingId, apartmentId };
  for (const decider of await peopleWhoMay(db, permissionForRole(role), place, clock.now())) {
    live.tell(person(decider), "access:changed", { buildingId, apartmentId, kind });
  }
}
