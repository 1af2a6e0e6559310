/*
 * Who somebody is: the account that every other room knows them by. What it says of them is changed by a verb of this
 * room alone; what is asked of people in lists and searches is the room `users`'.
 */
export {
  completeAccount,
  completeInvitedAccount,
  eraseAccount,
  forgetPushTokens,
  insertAccount,
  insertCardHolderPerson,
  insertGuestAccount,
  insertKioskAccount,
  insertTokenAccount,
  keepIdentity,
  keepInvitedAddresses,
  renameCardHolder,
  setActive,
  setAdministratorActive,
  setDetails,
  setEmail,
  setPassword,
  setPhone,
  setPhoto,
  setPushToken,
  stripAccount,
} from "./accounts.queries.ts";
export { type Holder, isReachable, refuseUnreachable, sharesAddress, waysOf } from "./addresses.ts";
export { tidyDocuments } from "./documents.ts";
export {
  findAnybodyByCedula,
  findBuildingsOf,
  findByCedula,
  findValidationOf,
  isPerson,
  lockCardHolderPerson,
  lockPerson,
  lockUser,
} from "./own-people.queries.ts";
export {
  administeredBy,
  buildingOfLifelongOwnPerson,
  buildingOfOwnPerson,
  buildingOfPerson,
  refuseMakingAdministrators,
  refuseUnvalidated,
} from "./own-people.ts";
