import type { Db, Trx } from "../../platform/database.ts";

export async function setPhoto(trx: Trx, userId: string, fileId: string): Promise<void> {
  await trx.updateTable("users").set({ photo_file_id: fileId }).where("id", "=", userId).execute();
}

export async function setPhone(trx: Trx, userId: string, phone: string): Promise<void> {
  await trx.updateTable("users").set({ phone }).where("id", "=", userId).execute();
}

/** False when the address is another account's. */
export async function setEmail(trx: Trx, userId: string, email: string): Promise<boolean> {
  const row = await trx
    .updateTable("users")
    .set({ email })
    .where("id", "=", userId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("users as others")
            .select("others.id")
            .where("others.id", "!=", userId)
            .where(({ fn }) => fn<string>("lower", ["others.email"]), "=", email.toLowerCase()),
        ),
      ),
    )
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** How a person is reached. */
export function findAddress(db: Db, userId: string) {
  return db
    .selectFrom("users")
    .select(["name", "email", "phone"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
}
