import type { Trx } from "../../platform/database.ts";
import { setActiveOf } from "./cards.queries.ts";

/** Lets all of somebody's cards open, or none of them. @returns how many changed */
export function setCardsOf(trx: Trx, userId: string, active: boolean): Promise<number> {
  return setActiveOf(trx, userId, active);
}
