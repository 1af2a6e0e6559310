import type { Services } from "../../platform/context.ts";
import type { NotedEntry } from "./door-entries.ts";
import { tellOfMovement } from "./pass-news.ts";

/** Tells the host of a pass, and whoever receives its guests, that somebody came in by it at a door. After the commit. */
export function tellEntryAtDoor(services: Services, { passId }: NotedEntry): void {
  tellOfMovement(services, passId)
    // What was not told is on their next look.
    .catch((error: unknown) => services.log.error({ err: error, passId }, "an entry by a pass was not told"));
}
