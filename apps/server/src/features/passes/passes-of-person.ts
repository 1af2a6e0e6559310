import type { PersonPass } from "@umbral/contract/users/person.contract";
import type { Actor, Services } from "../../platform/context.ts";
import { named } from "../../platform/named.ts";
import { momentsAt } from "../access-control/index.ts";
import { administeredBy } from "../accounts/index.ts";
import { standingOf } from "./describe-pass.ts";
import { looksAfter } from "./pass-hosts.ts";
import { findPassesOfPerson } from "./passes-of-person.queries.ts";

export { countPassesOf } from "./passes-of-person.queries.ts";

/** States in which a pass may still be used. */
const LIVING: readonly PersonPass["state"][] = ["waiting", "inside", "left"];

/** The passes that somebody made, as the page of a person tells of them; a guest's document and addresses are their host's. */
export async function passesOf(
  { db, clock }: Services,
  actor: Actor,
  { userId, limit }: { userId: string; limit: number },
): Promise<PersonPass[]> {
  const now = clock.now();
  const rows = await findPassesOfPerson(db, { userId, buildings: administeredBy(actor), now, limit });
  const moments = await momentsAt(
    db,
    rows.map(({ buildingId }) => buildingId),
    now,
  );
  return rows.flatMap((row) => {
    const moment = moments.get(row.buildingId);
    if (!moment) {
      return [];
    }
    const standing = standingOf(row, moment);
    return [
      {
        id: row.id,
        building: { id: row.buildingId, name: row.buildingName, timeZone: row.timeZone },
        apartment: named(row.apartmentId, row.apartmentName),
        madeAs: row.madeAs,
        guest: { name: row.name, plate: row.plate ?? "", company: row.company ?? "" },
        ...standing,
        may: { takeBack: LIVING.includes(standing.state) && looksAfter(actor, row) },
      },
    ];
  });
}
