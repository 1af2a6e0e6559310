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

/** Every space, asked for or given. */
export function endSpacesOf(trx: Trx, userId: string, at: Date) {
  return trx
    .updateTable("spaces")
    .set({ status: "ENDED", ended_at: at })
    .where("user_id", "=", userId)
    .where("status", "in", ["PENDING", "APPROVED"])
    .returning(["building_id as buildingId", "apartment_id as apartmentId"])
    .execute();
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
