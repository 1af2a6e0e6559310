import type { Standing } from "@umbral/contract/auth/auth.contract";
import type { Db } from "../../platform/database.ts";
import { findLatestSpace, type LatestSpace } from "./spaces.queries.ts";

/**
 * What a person without any living space is told: the latest of their requests and spaces (decisions §4).
 * Undefined for who never asked for anything.
 */
export async function standingOf(db: Db, userId: string, now: Date): Promise<Standing | undefined> {
  const latest = await findLatestSpace(db, userId, now);
  return (
    latest && {
      state: stateOf(latest, now),
      since: latest.happenedAt.toISOString(),
      role: latest.role,
      building: { name: latest.buildingName, timeZone: latest.timeZone },
      apartment: latest.apartmentName === null ? null : { name: latest.apartmentName },
    }
  );
}

function stateOf({ status, endsAt, happenedAt }: LatestSpace, now: Date): Standing["state"] {
  switch (status) {
    case "PENDING":
      return "pending";
    case "REJECTED":
      return "rejected";
    case "APPROVED":
    case "ENDED":
      // Whoever takes a space away does so before the date at which it would have run out.
      return endsAt !== null && endsAt <= now && happenedAt >= endsAt ? "ended" : "removed";
  }
}
