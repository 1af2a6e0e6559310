import { visitorRoles } from "@umbral/contract/lib/roles";
import type { Db, Trx } from "../../platform/database.ts";
import { wasEverGivenOther } from "../spaces/index.ts";

/**
 * Who has this cédula. `isTrusted`: somebody gave them a role once; the addresses of all others are only what
 * they said of themselves.
 */
export function findInvitedAccount(db: Db, cedula: string) {
  return db
    .selectFrom("users")
    .select([
      "id",
      "name",
      "email",
      "phone",
      "active",
      "user_type as userType",
      "is_demonstration as isDemonstration",
      "password_hash as passwordHash",
      wasEverGivenOther(visitorRoles).as("isTrusted"),
    ])
    .where("cedula", "=", cedula)
    .executeTakeFirst();
}
export type AccountRow = Awaited<ReturnType<typeof findInvitedAccount>> & object;

/** Nobody changes the account until the transaction ends. */
export async function lockAccountRow(trx: Trx, cedula: string): Promise<void> {
  await trx.selectFrom("users").select("id").where("cedula", "=", cedula).forUpdate().execute();
}

/** The cards that were promised with the role, taken out of the promise. */
export function takePromisedCards(trx: Trx, invitationId: string) {
  return trx
    .deleteFrom("invitation_cards")
    .where("invitation_id", "=", invitationId)
    .returning(["tag", "type"])
    .execute();
}
