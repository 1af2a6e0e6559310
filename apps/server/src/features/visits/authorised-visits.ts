import type { Services } from "../../platform/context.ts";
import { findAuthorised } from "./visits.queries.ts";

/** Was this visit authorised in this building, on a day that is not over yet? For the door that is opened for it. */
export async function isAuthorisedToday(
  { db, clock }: Pick<Services, "db" | "clock">,
  visit: { visitId: string; buildingId: string },
): Promise<boolean> {
  return (await findAuthorised(db, visit, clock.now())) !== undefined;
}
