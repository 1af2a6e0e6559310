/** What other rooms may ask of levels that people have by name, and do to them in a transaction of their own. */
export { findGrantsOfPeople, removeGrantsOf } from "./grants.queries.ts";
export { setLevelsByName } from "./grants.service.ts";
export { holidaysOf } from "./holidays.ts";
export { removePinsOfGone } from "./pins.queries.ts";
export { isOwnDoorPin } from "./pins-of-person.ts";
export { countReadingsOf } from "./readings-of-person.queries.ts";
export { refusalsOf } from "./readings-of-person.ts";
