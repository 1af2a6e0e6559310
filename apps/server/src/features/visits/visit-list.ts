import type { ListedVisit, listVisits, VisitState } from "@umbral/contract/visits/visits.contract";
import type { z } from "zod";
import type { Actor, Services } from "../../platform/context.ts";
import { Refused } from "../../platform/refused.ts";
import { writeAuditLine } from "../audit/audit.service.ts";
import { findVisitsOfDay, type ListedRow } from "./visit-list.queries.ts";
import { findBuildingDay } from "./visits.queries.ts";

/** The visits of a day for the building's lobby. Faces that are shown are written down. */
export async function listVisitsOf(
  services: Services,
  actor: Actor,
  buildingId: string,
  query: z.output<(typeof listVisits)["query"]>,
): Promise<z.input<(typeof listVisits)["reply"]>> {
  const { db, clock } = services;
  const now = clock.now();
  const place = await findBuildingDay(db, buildingId, now);
  if (!place) {
    throw new Refused("NOT_FOUND");
  }
  const day = query.day ?? place.today;
  const { rows, total } = await findVisitsOfDay(
    db,
    { buildingId, day, search: query.search, state: query.state },
    query,
    now,
  );
  const faces = rows.filter(({ photoFileId }) => photoFileId !== null).length;
  if (faces > 0) {
    await db.transaction().execute((trx) =>
      writeAuditLine(trx, {
        buildingId,
        actorId: actor.id,
        action: "visits.listed",
        subjectId: buildingId,
        detail: { day, faces },
        at: now,
      }),
    );
  }
  return {
    day,
    today: place.today,
    visits: await Promise.all(rows.map((row) => describeListed(services, row, now))),
    totalPages: Math.ceil(total / query.limit),
  };
}

async function describeListed({ addresses }: Services, row: ListedRow, now: Date): Promise<ListedVisit> {
  const { authorisedAt, authoriserId: by, authoriserName } = row;
  return {
    id: row.id,
    user: { id: row.userId, cedula: row.cedula, name: row.name },
    image: await addresses.forFile(row.photoFileId),
    state: stateOf(row, now),
    requestedAt: row.requestedAt.toISOString(),
    authorised:
      authorisedAt === null
        ? null
        : {
            at: authorisedAt.toISOString(),
            by: by === null || authoriserName === null ? null : { id: by, name: authoriserName },
          },
  };
}

function stateOf(row: ListedRow, now: Date): VisitState {
  if (row.authorisedAt !== null) {
    return "authorised";
  }
  return row.expiresAt > now ? "waiting" : "expired";
}
