import type { Db, Trx } from "../../platform/database.ts";
import type { Tables } from "../../platform/tables.ts";

export type LinkPurpose = Tables["link_tokens"]["purpose"];

/** Keeps the digest of a new link's secret; an older link for the same purpose is of no use any more. */
export async function replaceLink(
  trx: Trx,
  link: {
    userId: string;
    purpose: LinkPurpose;
    tokenHash: Buffer;
    email: string | null;
    createdAt: Date;
    expiresAt: Date;
  },
): Promise<void> {
  const fresh = {
    token_hash: link.tokenHash,
    email: link.email,
    created_at: link.createdAt,
    expires_at: link.expiresAt,
  };
  await trx
    .insertInto("link_tokens")
    .values({ user_id: link.userId, purpose: link.purpose, ...fresh })
    .onConflict((conflict) => conflict.columns(["user_id", "purpose"]).doUpdateSet(fresh))
    .execute();
}

/** The active person whose link this is. */
export function findLinkHolder(db: Db, purpose: LinkPurpose, tokenHash: Buffer, now: Date) {
  return db
    .selectFrom("link_tokens")
    .innerJoin("users", "users.id", "link_tokens.user_id")
    .select(["users.id as id", "users.cedula as cedula", "users.name as name", "users.email as email"])
    .where("link_tokens.token_hash", "=", tokenHash)
    .where("link_tokens.purpose", "=", purpose)
    .where("link_tokens.expires_at", ">", now)
    .where("users.active", "=", true)
    .where("users.user_type", "!=", "HOLDER")
    .$narrowType<{ cedula: string }>()
    .executeTakeFirst();
}

/** Uses a link up; undefined when somebody was first, or it is too old. */
export function useLink(trx: Trx, purpose: LinkPurpose, tokenHash: Buffer, now: Date) {
  return trx
    .deleteFrom("link_tokens")
    .where("token_hash", "=", tokenHash)
    .where("purpose", "=", purpose)
    .where("expires_at", ">", now)
    .returning(["user_id as userId", "email"])
    .executeTakeFirst();
}

/** A link of this person that still waits. */
export function findWaitingLink(db: Db, userId: string, purpose: LinkPurpose, now: Date) {
  return db
    .selectFrom("link_tokens")
    .select(["email", "expires_at as expiresAt"])
    .where("user_id", "=", userId)
    .where("purpose", "=", purpose)
    .where("expires_at", ">", now)
    .executeTakeFirst();
}

/** No link of this person for these purposes is of any use any more. */
export async function dropLinksOf(
  trx: Trx,
  userId: string,
  purposes: readonly LinkPurpose[] = ["password", "email"],
): Promise<void> {
  await trx
    .deleteFrom("link_tokens")
    .where("user_id", "=", userId)
    .where("purpose", "in", purposes)
    .execute();
}

export async function dropOldLinks(db: Db, now: Date): Promise<void> {
  await db.deleteFrom("link_tokens").where("expires_at", "<=", now).execute();
}
