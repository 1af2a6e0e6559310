import {
  type AccessRequest,
  kindOfRole,
  permissionForRole,
  type WaitingPlace,
} from "@umbral/contract/access-requests/access-requests.contract";
import { pick } from "@umbral/contract/lib/pick";
import { buildingsWhere, may, reachOfRole } from "@umbral/contract/lib/policy";
import type { Actor, Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { refuseUnproven } from "../../platform/gate.ts";
import { person } from "../../platform/live.ts";
import { Refused } from "../../platform/refused.ts";
import { writeAuditLine } from "../audit/audit.service.ts";
import { refreshActive } from "../buildings/index.ts";
import { askedColumns, decideSpace, lockAsked } from "../spaces/index.ts";
import {
  countInApartments,
  countInBuildings,
  findName,
  findRequests,
  type RequestScope,
  type WaitingRow,
} from "./access-requests.queries.ts";
import { tellDeciders } from "./access-requests.service.ts";
import { writeDecisionToAsker } from "./decision-words.ts";

/** People of one page, where a page is asked for without saying how long it is. */
const PAGE = 20;

interface Listing extends RequestScope {
  search?: string | undefined;
  page?: number | undefined;
  limit?: number | undefined;
}

/** Those who wait, with their faces: that these were shown is written down. */
export async function listRequests(
  services: Services,
  actor: Actor,
  { search, page, limit, ...scope }: Listing,
): Promise<{ accessRequests: AccessRequest[]; totalPages?: number }> {
  const { db, clock } = services;
  const isPaged = page !== undefined || limit !== undefined;
  const pageLimit = limit ?? PAGE;
  const { rows, total } = await findRequests(db, scope, {
    deciding: buildingsWhere(actor, "access-requests.decide-owners"),
    search,
    page: isPaged ? { page: page ?? 1, limit: pageLimit } : undefined,
  });
  const faces = rows.filter(({ photoFileId }) => photoFileId !== null).length;
  const [first] = rows;
  if (first && faces > 0) {
    await db.transaction().execute((trx) =>
      writeAuditLine(trx, {
        buildingId: first.buildingId,
        actorId: actor.id,
        action: "access-requests.shown",
        subjectId: scope.apartmentOrBuilding,
        detail: { kind: scope.kind, faces },
        at: clock.now(),
      }),
    );
  }
  return {
    accessRequests: await Promise.all(rows.map((row) => describe(services, row))),
    ...(total === undefined ? {} : { totalPages: Math.ceil(total / pageLimit) }),
  };
}

async function describe({ addresses }: Services, row: WaitingRow): Promise<AccessRequest> {
  return {
    id: row.id,
    user: {
      id: row.userId,
      name: row.name,
      cedula: row.cedula,
      phone: row.phone,
      photo: await addresses.forFile(row.photoFileId),
    },
    apartment: { id: row.apartmentId, name: row.apartmentName },
    building: { id: row.buildingId, name: row.buildingName, timeZone: row.timeZone },
    ...pick(row, askedColumns),
    endsAt: row.endsAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}

interface Verdict extends RequestScope {
  requestId: string;
  approved: boolean;
  /** Whoever says it must be right. */
  apartmentId?: string;
}

/**
 * Approves or rejects, once: who comes second is told what was decided, by whom and when. The person has
 * the space at once, on every device. Who administers the building shows a second factor first.
 */
export async function decide(
  services: Services,
  actor: Actor,
  verdict: Verdict,
): Promise<{ accessRequest: { id: string; approved: boolean; decidedAt: string } }> {
  const { requestId, approved } = verdict;
  const at = services.clock.now();
  const decided = await services.db.transaction().execute(async (trx) => {
    const request = await lockAsked(trx, requestId, verdict.apartmentOrBuilding);
    if (request === undefined || kindOfRole(request.role) !== verdict.kind) {
      throw new Refused("NOT_FOUND");
    }
    if (verdict.apartmentId !== undefined && verdict.apartmentId !== request.apartment_id) {
      throw new Refused("NOT_FOUND");
    }
    const where = { buildingId: request.building_id, apartmentId: request.apartment_id };
    if (!may(actor, permissionForRole(request.role), where)) {
      throw new Refused("NOT_ALLOWED");
    }
    refuseUnproven(actor, where);
    if (request.status !== "PENDING") {
      throw await alreadyDecided(trx, request);
    }
    if (approved && request.ends_at !== null && request.ends_at <= at) {
      throw new Refused("ACCESS_DATE_PASSED");
    }
    await decideSpace(trx, requestId, { approved, by: actor.id, at });
    if (approved && verdict.kind === "owners") {
      await refreshActive(trx, request.apartment_id, at);
    }
    const place = {
      userId: request.user_id,
      buildingId: request.building_id,
      apartmentId: request.apartment_id,
      role: request.role,
    };
    await writeAuditLine(trx, {
      buildingId: place.buildingId,
      actorId: actor.id,
      action: approved ? "access-requests.approved" : "access-requests.rejected",
      subjectId: requestId,
      detail: { userId: place.userId, apartmentId: place.apartmentId, role: place.role },
      at,
    });
    await writeDecisionToAsker(services, trx, { requestId, approved, ...place });
    return place;
  });
  services.wakeOutbox();
  services.live.tell(person(decided.userId), "spaces:changed", {});
  await tellDeciders(services, decided);
  return { accessRequest: { id: requestId, approved, decidedAt: at.toISOString() } };
}

/** A space that nobody asked for was never a request. */
async function alreadyDecided(
  trx: Trx,
  request: { status: string; decided_by: string | null; decided_at: Date | null },
): Promise<Refused> {
  if (request.decided_at === null) {
    return new Refused("NOT_FOUND");
  }
  const by = request.decided_by === null ? undefined : await findName(trx, request.decided_by);
  return new Refused("ACCESS_ALREADY_DECIDED", {
    decided: {
      approved: request.status !== "REJECTED",
      by: by ?? null,
      at: request.decided_at.toISOString(),
    },
  });
}

/** Where this person decides, and how many wait in each place. No faces, no names of who waits. */
export async function listPlaces(services: Services, actor: Actor): Promise<{ places: WaitingPlace[] }> {
  const { db } = services;
  const reaching = (reach: "building" | "apartment") =>
    actor.spaces.filter(({ role }) => reachOfRole(role, "access-requests.decide-residents") === reach);
  const buildingIds = actor.userType === "ADMIN" ? "all" : ids(reaching("building"), "buildingId");
  const apartmentIds = actor.userType === "ADMIN" ? [] : ids(reaching("apartment"), "apartmentId");
  const [buildings, apartments] = await Promise.all([
    buildingIds.length === 0 ? [] : countInBuildings(db, buildingIds),
    apartmentIds.length === 0 ? [] : countInApartments(db, apartmentIds),
  ]);
  return {
    places: [
      ...buildings.map(({ id, name, employees, owners }) => ({
        building: { id, name },
        apartment: null,
        employees,
        owners,
      })),
      ...apartments
        .filter(({ buildingId }) => !buildings.some(({ id }) => id === buildingId))
        .map(({ id, name, buildingId, buildingName, employees }) => ({
          building: { id: buildingId, name: buildingName },
          apartment: { id, name },
          employees,
          owners: null,
        })),
    ],
  };
}

function ids(spaces: Actor["spaces"], which: "buildingId" | "apartmentId"): string[] {
  return [...new Set(spaces.flatMap((space) => space[which] ?? []))];
}
