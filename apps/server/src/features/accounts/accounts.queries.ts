import type { UserType } from "@umbral/contract/lib/roles";
import type { SaidOfPerson } from "@umbral/contract/registration/registration.contract";
import { sql } from "kysely";
import { toColumns } from "../../platform/columns.ts";
import type { Trx } from "../../platform/database.ts";
import type { Tables } from "../../platform/tables.ts";

/** What of an account its person says with a form, or with an invitation a part of it. */
type Said = { [Field in keyof SaidOfPerson]?: string } & {
  name: string;
  email: string;
  /** Null for who has none yet. */
  passwordHash: string | null;
};

/** Where it is kept. A field of the forms that stands not here does not compile. */
const saidColumns = {
  documentType: "document_type",
  name: "name",
  email: "email",
  phone: "phone",
  passwordHash: "password_hash",
} as const satisfies Record<Exclude<keyof SaidOfPerson, "cedula"> | "passwordHash", keyof Tables["users"]>;

/** Makes an account. The database refuses a second one of a cédula or an e-mail address. */
export async function insertAccount(
  trx: Trx,
  account: Said & { id: string; cedula: string; userType?: UserType; photoFileId?: string },
): Promise<void> {
  const { userType } = account;
  await trx
    .insertInto("users")
    .values({
      id: account.id,
      cedula: account.cedula,
      ...toColumns(saidColumns, account),
      ...(userType === undefined ? {} : { user_type: userType }),
      photo_file_id: account.photoFileId ?? null,
      token_firebase: null,
    })
    .execute();
}

/** Makes somebody who carries a card and has no account: a name, and nothing to sign in with. */
export async function insertCardHolderPerson(
  trx: Trx,
  { id, name }: { id: string; name: string },
): Promise<void> {
  await trx.insertInto("users").values({ id, name, cedula: null, user_type: "HOLDER" }).execute();
}

/** Makes what the calls of a device of the lobby are of: a name, and nothing to sign in with. */
export async function insertKioskAccount(
  trx: Trx,
  { id, name }: { id: string; name: string },
): Promise<void> {
  await trx.insertInto("users").values({ id, name, cedula: null, user_type: "KIOSK" }).execute();
}

/** Makes what the call of a pass's guest is of: a name, and nothing to sign in with. */
export async function insertGuestAccount(
  trx: Trx,
  { id, name }: { id: string; name: string },
): Promise<void> {
  await trx.insertInto("users").values({ id, name, cedula: null, user_type: "GUEST" }).execute();
}

/** Makes what an API token did things under: a name, and nothing to sign in with. */
export async function insertTokenAccount(
  trx: Trx,
  { id, name }: { id: string; name: string },
): Promise<void> {
  await trx.insertInto("users").values({ id, name, cedula: null, user_type: "TOKEN" }).execute();
}

export async function renameCardHolder(trx: Trx, id: string, name: string): Promise<void> {
  await trx
    .updateTable("users")
    .set({ name })
    .where("id", "=", id)
    .where("user_type", "=", "HOLDER")
    .execute();
}

/** Makes a quick account a full one; false when somebody did so before. */
export async function completeAccount(
  trx: Trx,
  account: SaidOfPerson & Said & { id: string; photoFileId: string },
): Promise<boolean> {
  const completed = await trx
    .updateTable("users")
    .set({ ...toColumns(saidColumns, account), photo_file_id: account.photoFileId })
    .where("id", "=", account.id)
    .where("password_hash", "is", null)
    .returning("id")
    .executeTakeFirst();
  return completed !== undefined;
}

export async function setPassword(trx: Trx, userId: string, passwordHash: string): Promise<void> {
  await trx.updateTable("users").set({ password_hash: passwordHash }).where("id", "=", userId).execute();
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

/** These devices take no pushes any more: what the client compared with its own is not kept longer than they are. */
export async function forgetPushTokens(trx: Trx, tokens: readonly string[]): Promise<void> {
  if (tokens.length > 0) {
    await trx
      .updateTable("users")
      .set({ token_firebase: null })
      .where("token_firebase", "=", sql<string>`any(${tokens})`)
      .execute();
  }
}

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

export async function setActive(trx: Trx, id: string, active: boolean): Promise<void> {
  await trx.updateTable("users").set({ active }).where("id", "=", id).execute();
}

export async function setDetails(
  trx: Trx,
  id: string,
  details: { phone?: string | undefined; alias?: string | undefined },
): Promise<void> {
  const { phone, alias } = details;
  await trx
    .updateTable("users")
    .set({ ...(phone === undefined ? {} : { phone }), ...(alias === undefined ? {} : { alias }) })
    .where("id", "=", id)
    .execute();
}

/** The identity in place of an older one. Who has no picture yet is known by this face from then on. */
export async function keepIdentity(
  trx: Trx,
  identity: { userId: string; photo: string; front: string; back: string; by: string; at: Date },
): Promise<void> {
  const pictures = {
    photo_file_id: identity.photo,
    front_file_id: identity.front,
    back_file_id: identity.back,
    verified_by: identity.by,
    verified_at: identity.at,
  };
  await trx
    .insertInto("user_identities")
    .values({ user_id: identity.userId, ...pictures })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(pictures))
    .execute();
  await trx
    .updateTable("users")
    .set((eb) => ({
      verified: true,
      photo_file_id: eb.fn.coalesce("photo_file_id", eb.val(identity.photo)),
    }))
    .where("id", "=", identity.userId)
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

/** Nobody is known by this account any more: what has to be kept points at somebody without name. */
export async function eraseAccount(trx: Trx, userId: string, name: string): Promise<void> {
  await trx
    .updateTable("users")
    .set({
      user_type: "ERASED",
      name,
      alias: "",
      cedula: null,
      // As of whoever has none.
      document_type: "CEDULA_CIUDADANIA",
      email: "",
      phone: "",
      password_hash: null,
      photo_file_id: null,
      active: false,
      verified: false,
      token_firebase: null,
    })
    .where("id", "=", userId)
    .execute();
}

/** An account that nobody ever signed in to becomes what the inviter typed of its person. */
export async function completeInvitedAccount(
  trx: Trx,
  id: string,
  account: Said & { documentType: string; phone: string },
): Promise<void> {
  await trx
    .updateTable("users")
    .set({
      document_type: account.documentType,
      name: account.name,
      email: account.email,
      phone: account.phone,
      password_hash: account.passwordHash,
    })
    .where("id", "=", id)
    .execute();
}

/** Calls go to no number, and links to no mail, that only the account itself ever named. */
export async function keepInvitedAddresses(
  trx: Trx,
  id: string,
  { email, phone }: { email: string; phone: string },
): Promise<void> {
  await trx.updateTable("users").set({ email, phone }).where("id", "=", id).execute();
}
