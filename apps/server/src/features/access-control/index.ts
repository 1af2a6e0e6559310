/** What other rooms may ask of levels, codes and clocks, and do to levels that people have by name in a transaction of their own. */
export { type BuildingMoment, clockOf, momentAt, momentsAt } from "./building-clock.ts";
export { lengthOfNextCode } from "./code-length.ts";
export { findGrantsOfPeople, removeGrantsOf } from "./grants.queries.ts";
export { setLevelsByName } from "./grants.service.ts";
export { removePinsOfGone } from "./pins.queries.ts";
export { isOwnDoorPin } from "./pins-of-person.ts";
export { countReadingsOf } from "./readings-of-person.queries.ts";
export { refusalsOf } from "./readings-of-person.ts";
export { type DoorOnWay, homesWithDoor, wayHome } from "./way-home.ts";
