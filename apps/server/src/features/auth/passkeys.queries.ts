import type { Db, Trx } from "../../platform/database.ts";
import type { Tables } from "../../platform/tables.ts";

type Purpose = Tables["passkey_challenges"]["purpose"];

/** Somebody's keys, the newest first. */
export function findPasskeysOf(db: Db, userId: string) {
  return db
    .selectFrom("passkeys")
    .select([
      "id",
      "credential_id as credentialId",
      "public_key as publicKey",
      "name",
      "transports",
      "uses",
      "created_at as createdAt",
      "last_used_at as lastUsedAt",
    ])
    .where("user_id", "=", userId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
}

export async function insertPasskey(
  trx: Trx,
  key: {
    id: string;
    userId: string;
    credentialId: string;
    publicKey: Buffer;
    name: string;
    transports: string[];
    uses: number;
    createdAt: Date;
  },
): Promise<void> {
  await trx
    .insertInto("passkeys")
    .values({
      id: key.id,
      user_id: key.userId,
      credential_id: key.credentialId,
      public_key: key.publicKey,
      name: key.name,
      transports: key.transports,
      uses: key.uses,
      created_at: key.createdAt,
    })
    .execute();
}

/** False when this person has no such key. */
export async function deletePasskey(trx: Trx, userId: string, id: string): Promise<boolean> {
  const row = await trx
    .deleteFrom("passkeys")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** False when there was none. */
export async function deletePasskeysOf(trx: Trx, userId: string): Promise<boolean> {
  const rows = await trx.deleteFrom("passkeys").where("user_id", "=", userId).returning("id").execute();
  return rows.length > 0;
}

/** Writes that a key was used; false when it is gone, or was used by another sign-in meanwhile. */
export async function usePasskey(
  trx: Trx,
  { id, before, after, at }: { id: string; before: number; after: number; at: Date },
): Promise<boolean> {
  const row = await trx
    .updateTable("passkeys")
    .set({ uses: after, last_used_at: at })
    .where("id", "=", id)
    .where("uses", "=", before)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Keeps what is to be signed next, in the place of what was to be signed before. */
export async function keepChallenge(
  db: Db,
  { userId, purpose, challenge, until }: { userId: string; purpose: Purpose; challenge: string; until: Date },
): Promise<void> {
  const fresh = { challenge, expires_at: until };
  await db
    .insertInto("passkey_challenges")
    .values({ user_id: userId, purpose, ...fresh })
    .onConflict((conflict) => conflict.columns(["user_id", "purpose"]).doUpdateSet(fresh))
    .execute();
}

/** Uses a challenge up, whatever becomes of its answer; false when there is no such live one. */
export async function takeChallenge(
  db: Db,
  { userId, purpose, challenge, at }: { userId: string; purpose: Purpose; challenge: string; at: Date },
): Promise<boolean> {
  const row = await db
    .deleteFrom("passkey_challenges")
    .where("user_id", "=", userId)
    .where("purpose", "=", purpose)
    .where("challenge", "=", challenge)
    .where("expires_at", ">", at)
    .returning("user_id")
    .executeTakeFirst();
  return row !== undefined;
}
