import type { Actor, Services } from "../../platform/context.ts";
import { isDuplicate, type Trx } from "../../platform/database.ts";
import { Refused } from "../../platform/refused.ts";

/** Who changes what decides about coming in, and what has to follow it. */
export interface Changing {
  services: Services;
  actor: Actor;
  /** After the commit: who comes into this building is another matter now. */
  accessChanged: AccessChanged;
}
export type AccessChanged = (buildingId: string) => Promise<void>;

/** Does it in one transaction, its line of the audit among it, and lets whoever has to know follow. */
export async function change<T>(
  { services, accessChanged }: Changing,
  buildingId: string,
  write: (trx: Trx) => Promise<T>,
): Promise<T> {
  const result = await services.db
    .transaction()
    .execute(write)
    .catch((error: unknown) => {
      throw isDuplicate(error)
        ? new Refused("NAME_TAKEN", { errors: [{ property: "name", message: "already exists" }] })
        : error;
    });
  await accessChanged(buildingId);
  return result;
}
