import type { Buildings } from "@umbral/contract/lib/policy";
import { TROUBLES_AT_MOST, type Trouble, type Waiting } from "@umbral/contract/overview/overview.contract";
import type { Services } from "../../platform/context.ts";
import { countUnclosed, findGoingOn } from "./unfinished.queries.ts";

/** What began longer ago and never ended was not told to its end: its controller lost its memory, or was taken away. */
const GOES_ON_MS = 7 * 24 * 3_600_000;
export const goesOnSince = (now: Date): Date => new Date(now.getTime() - GOES_ON_MS);

/** Doors that are forced or held now, and inputs that are on. */
export async function troublesGoingOn({ db, clock }: Services, buildings: Buildings): Promise<Trouble[]> {
  const rows = await findGoingOn(db, buildings, goesOnSince(clock.now()), TROUBLES_AT_MOST + 1);
  return rows.map(({ id, kind, buildingId, doorName, inputName, startedAt }) => ({
    id,
    kind,
    buildingId,
    name: [inputName, doorName].filter((name) => name !== null).join(" · ") || "Sin nombre",
    since: startedAt.toISOString(),
  }));
}

export async function unclosedAlarms({ db }: Services, buildings: Buildings): Promise<Waiting[]> {
  const rows = await countUnclosed(db, buildings);
  return rows.map((row) => ({ what: "alarms", ...row }));
}
