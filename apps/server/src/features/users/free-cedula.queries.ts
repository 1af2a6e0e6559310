import type { Trx } from "../../platform/database.ts";

/** Somebody of a building, whom nobody else changes until the transaction ends. */
export function lockHolder(trx: Trx, id: string) {
  return trx
    .selectFrom("users")
    .select(["name", "cedula", "email", "phone", "active"])
    .where("id", "=", id)
    .where("user_type", "=", "USER")
    .$narrowType<{ cedula: string }>()
    .forUpdate()
    .executeTakeFirst();
}
