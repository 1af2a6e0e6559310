import type { Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { Refused } from "../../platform/refused.ts";
import { findByCedula, lockUser } from "./user-details.queries.ts";

/** Whose document this is. @throws {Refused} USER_NOT_FOUND */
export async function holderOf({ db }: Services, cedula: string): Promise<string> {
  const found = await findByCedula(db, cedula);
  if (!found) {
    throw new Refused("USER_NOT_FOUND");
  }
  return found.id;
}

/** Holds somebody as they are until the transaction ends. @throws {Refused} USER_NOT_FOUND, USER_NOT_VERIFIED */
export async function lockVerified(trx: Trx, userId: string): Promise<void> {
  const user = await lockUser(trx, userId);
  if (!user) {
    throw new Refused("USER_NOT_FOUND");
  }
  if (!user.verified) {
    throw new Refused("USER_NOT_VERIFIED");
  }
}
