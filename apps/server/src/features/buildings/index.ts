/** What other rooms may ask of a building, and do to it or to a home. */
export { changeOfflineDays, findAccessSettings } from "./access-settings.queries.ts";
export { holdHome, holdWholeHomes, refreshActive } from "./administering-apartments.queries.ts";
export { findBuildingNames } from "./building-names.queries.ts";
export { startOfToday } from "./buildings.service.ts";
export { findHomesNamed } from "./found-homes.queries.ts";
export { eventsKeptFrom } from "./kept-events.queries.ts";
