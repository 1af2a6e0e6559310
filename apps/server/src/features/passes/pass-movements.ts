import type { Db } from "../../platform/database.ts";
import { Refused } from "../../platform/refused.ts";
import { findMovement, type Movement } from "./pass-rows.queries.ts";

/**
 * Was this press written down before? The controller that decides about a pass may have told of it first, without who
 * stood at the desk.
 * @throws {Refused} BAD_REQUEST for a press that was another one
 */
export async function isSameMovement(
  db: Db,
  { id, passId, kind, byUser, nameId }: Pick<Movement, "id" | "passId" | "kind" | "byUser" | "nameId">,
): Promise<boolean> {
  const before = await findMovement(db, id);
  if (!before) {
    return false;
  }
  const isSame =
    before.passId === passId &&
    before.kind === kind &&
    (before.byUser ?? byUser) === byUser &&
    // The list may be another one since.
    (before.nameId ?? nameId) === nameId;
  if (!isSame) {
    throw new Refused("BAD_REQUEST", { errors: [{ property: "requestId", message: "already exists" }] });
  }
  return true;
}
