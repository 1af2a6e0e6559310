import type { Services } from "../../platform/context.ts";
import { findAuthorisers } from "./visits.queries.ts";

/** Tells every screen of a building's lobby that its visits are others now. After the commit. */
export async function tellLobby({ db, clock, live }: Services, buildingId: string): Promise<void> {
  live.tellPeople(await findAuthorisers(db, buildingId, clock.now()), "visits:changed", { buildingId });
}
