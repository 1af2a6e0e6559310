/*
 * What other rooms may do to an account: its table is of this room.
 */
export {
  completeAccount,
  insertAccount,
  replacePassword,
  setAdministratorActive,
  setPassword,
  setPushToken,
} from "./accounts.queries.ts";
