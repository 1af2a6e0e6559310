import type { UserType } from "@umbral/contract/lib/roles";
import type { Trx } from "../../platform/database.ts";

interface Said {
  documentType?: string;
  name: string;
  email: string;
  phone?: string;
  /** Null for who has none yet. */
  passwordHash: string | null;
}

/** Makes an account. The database refuses a second one of a cédula or an e-mail address. */
export async function insertAccount(
  trx: Trx,
  account: Said & { id: string; cedula: string; userType?: UserType; photoFileId?: string },
): Promise<void> {
  const { documentType, phone, userType } = account;
  await trx
    .insertInto("users")
    .values({
      id: account.id,
      cedula: account.cedula,
      name: account.name,
      email: account.email,
      ...(documentType === undefined ? {} : { document_type: documentType }),
      ...(phone === undefined ? {} : { phone }),
      ...(userType === undefined ? {} : { user_type: userType }),
      password_hash: account.passwordHash,
      photo_file_id: account.photoFileId ?? null,
      token_firebase: null,
    })
    .execute();
}

/** Makes a quick account a full one; false when somebody did so before. */
export async function completeAccount(
  trx: Trx,
  account: Said & { id: string; documentType: string; phone: string; photoFileId: string },
): Promise<boolean> {
  const completed = await trx
    .updateTable("users")
    .set({
      document_type: account.documentType,
      name: account.name,
      email: account.email,
      phone: account.phone,
      password_hash: account.passwordHash,
      photo_file_id: account.photoFileId,
    })
    .where("id", "=", account.id)
    .where("password_hash", "is", null)
    .returning("id")
    .executeTakeFirst();
  return completed !== undefined;
}

export async function setPassword(trx: Trx, userId: string, passwordHash: string): Promise<void> {
  await trx.updateTable("users").set({ password_hash: passwordHash }).where("id", "=", userId).execute();
}

/** Sets a new password where the old one is still that; false when it changed meanwhile. */
export async function replacePassword(
  trx: Trx,
  userId: string,
  oldHash: string,
  newHash: string,
): Promise<boolean> {
  const row = await trx
    .updateTable("users")
    .set({ password_hash: newHash })
    .where("id", "=", userId)
    .where("password_hash", "=", oldHash)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Switches a platform administrator's account on or off; false when it was so already. */
export async function setAdministratorActive(trx: Trx, id: string, active: boolean): Promise<boolean> {
  const row = await trx
    .updateTable("users")
    .set({ active })
    .where("id", "=", id)
    .where("user_type", "=", "ADMIN")
    .where("active", "!=", active)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** What the client compares with its own, to know whether it has to register again. */
export async function setPushToken(trx: Trx, userId: string, token: string): Promise<void> {
  await trx.updateTable("users").set({ token_firebase: token }).where("id", "=", userId).execute();
}
