import type { Trx } from "../../platform/database.ts";

/** Somebody of a building, whom nobody else changes until the transaction ends. */
export function lockHolder(trx: Trx, id: string) {
  return trx
    .selectFrom("users")
    .select(["name", "cedula", "email", "phone", "active"])
    .where("id", "=", id)
    .where("user_type", "=", "USER")
    .forUpdate()
    .executeTakeFirst();
}

/** Takes from an account all by which somebody is known. */
export async function stripAccount(trx: Trx, userId: string, cedula: string): Promise<void> {
  await trx
    .updateTable("users")
    .set({
      cedula,
      email: "",
      phone: "",
      password_hash: null,
      active: false,
      verified: false,
      token_firebase: null,
    })
    .where("id", "=", userId)
    .execute();
}
