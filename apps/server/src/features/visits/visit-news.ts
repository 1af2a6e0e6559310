import type { Services } from "../../platform/context.ts";
import { person } from "../../platform/live.ts";
import { findAuthorisers } from "./visits.queries.ts";

/** Tells every screen of a building's lobby that its visits are others now. After the commit. */
export async function tellLobby({ db, clock, live }: Services, buildingId: string): Promise<void> {
  for (const userId of await findAuthorisers(db, buildingId, clock.now())) {
    live.tell(person(userId), "visits:changed", { buildingId });
  }
}
