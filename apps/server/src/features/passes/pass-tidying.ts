import type { Services } from "../../platform/context.ts";
import { forgetChangesOf } from "../audit/forget-person.ts";
import { letCodesGo, letGuestsGo } from "./pass-tidying.queries.ts";

const DAY_MS = 24 * 3_600_000;
/** A pass that is over may be extended for so long, and is known at the desk; then its code is free for another. */
const CODE_KEPT_MS = 7 * DAY_MS;

/**
 * Lets go what is kept of passes that are over: code and page after a week, and who it was for
 * once the building keeps no events of that time. When somebody came, and whose guest it was, stays.
 */
export async function tidyPasses({ db, clock }: Services): Promise<void> {
  const now = clock.now();
  await letCodesGo(db, new Date(now.getTime() - CODE_KEPT_MS));
  await db.transaction().execute(async (trx) => forgetChangesOf(trx, await letGuestsGo(trx, now)));
}
