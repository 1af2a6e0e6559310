import { randomBytes } from "node:crypto";
import type { Services } from "../platform/context.ts";
import type { Trx } from "../platform/database.ts";
import { keepPicture } from "../platform/pictures.queries.ts";
import { ALMENDROS, demonstrationAccounts, MIRADOR } from "./accounts.ts";
import { drawPortrait } from "./drawings.ts";
import { findPeople, insertRows } from "./seed.queries.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Both demonstration buildings are in Bogotá, which has kept the same hour since 1993. */
const BEHIND_UTC_MS = 5 * HOUR_MS;

/** Who comes to each building, and who lets them in there. */
const lobbies = [
  { building: MIRADOR, doorman: "1000000006", visitors: ["1000000008", "1000000009", "1000000021"] },
  { building: ALMENDROS, doorman: "1000000022", visitors: ["1000000008", "1000000003"] },
] as const;

/** How long before now, in days and at which hour, somebody came; the last one never did. */
const moments = [
  { daysAgo: 0, hour: 0.2, isLetIn: true },
  { daysAgo: 1, hour: 10.4, isLetIn: true },
  { daysAgo: 1, hour: 16.9, isLetIn: true },
  { daysAgo: 2, hour: 18.1, isLetIn: true },
  { daysAgo: 4, hour: 9.6, isLetIn: true },
  { daysAgo: 5, hour: 15.2, isLetIn: false },
  { daysAgo: 6, hour: 12.7, isLetIn: true },
] as const;

/** A week of visits in both buildings, each with the picture that was taken for it. */
export async function seedVisits(
  parts: Pick<Services, "files" | "newId" | "clock">,
  trx: Trx,
  buildings: ReadonlyMap<string, { id: string }>,
): Promise<void> {
  const people = await findPeople(trx);
  const now = parts.clock.now().getTime();
  const midnight = now - ((now - BEHIND_UTC_MS) % DAY_MS);
  for (const { building, doorman, visitors } of lobbies) {
    const buildingId = buildings.get(building)?.id;
    if (buildingId === undefined) {
      throw new Error(`the demonstration has no building ${building}`);
    }
    const photos = new Map<string, string>();
    for (const cedula of visitors) {
      const index = demonstrationAccounts.findIndex((account) => account.cedula === cedula);
      photos.set(cedula, await keepPicture(parts, trx, "visit", await drawPortrait(index)));
    }
    await insertRows(
      trx,
      "visits",
      moments
        .map((moment, turn) => ({ ...moment, cedula: visitors[turn % visitors.length] ?? "" }))
        .map(({ daysAgo, hour, isLetIn, cedula }) => {
          const begins = midnight - daysAgo * DAY_MS;
          const requestedAt = begins + hour * HOUR_MS;
          return {
            id: parts.newId(),
            building_id: buildingId,
            user_id: people.get(cedula) ?? "",
            // Of no code: nobody can come with it.
            code_digest: randomBytes(32),
            photo_file_id: photos.get(cedula) ?? null,
            day: new Date(begins - BEHIND_UTC_MS).toISOString().slice(0, 10),
            requested_at: new Date(requestedAt),
            expires_at: new Date(begins + DAY_MS),
            authorised_at: isLetIn ? new Date(requestedAt + 25 * MINUTE_MS) : null,
            authorised_by: isLetIn ? (people.get(doorman) ?? null) : null,
            authorise_request_id: null,
          };
        })
        // In the first minutes of a day nobody has come yet.
        .filter(({ authorised_at }) => authorised_at === null || authorised_at.getTime() <= now),
    );
  }
}
