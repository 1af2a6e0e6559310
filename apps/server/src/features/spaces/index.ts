/*
 * Who belongs where, as what, until when: what other rooms ask of it. What people are now is read through
 * `livingSpaces`; whoever changes it does so by a verb of this room.
 */
export { tellOfBuilding } from "./building-news.ts";
export { type CardHolderRow, findCardHolders, holdHome } from "./card-holder-list.queries.ts";
export {
  changeCardHolderStay,
  endCardHolder,
  endCardHoldersOf,
  insertCardHolder,
  lockCardHolder,
} from "./card-holders.queries.ts";
export { tellWatchers } from "./event-news.ts";
export {
  homeSpaces,
  isGone,
  livesThereSince,
  livingCardHolders,
  livingSpaces,
  stayBegan,
  waitingSpaces,
} from "./living-spaces.ts";
export {
  askedColumns,
  changeSpace,
  decideSpace,
  endAllSpaces,
  endDueSpaces,
  endRunOutSpaces,
  endSpaces,
  endUnknownVisitor,
  grantSpace,
  grantVisitorSpace,
  keepSpacesAsOver,
  requestSpace,
  touchSpace,
} from "./membership.queries.ts";
export {
  findLivingSpacesOf,
  findOpenSpacesIn,
  holdSpacesIn,
  lockOpenSpacesIn,
  type OpenSpaceIn,
} from "./moving-out.queries.ts";
export { wasElsewhere } from "./past-places.queries.ts";
export { peopleWhoMay } from "./people.ts";
export { everHadIn, everHadOther, spacesOfPerson, wasEverGivenOther } from "./person-spaces.ts";
export {
  findOpenSpaces,
  findPlaceOfSpace,
  hasPeople,
  isWaiting,
  lockAsked,
  lockSpaceOfBuilding,
  lockSpacesOf,
  nextEnd,
} from "./spaces.queries.ts";
export { listSpaces } from "./spaces.service.ts";
export { standingOf } from "./standing.ts";
