import type { Role } from "@umbral/contract/lib/roles";
import { sql } from "kysely";
import type { Db, Trx } from "../../platform/database.ts";

/** The roles that somebody has who only registered themselves. */
const OF_VISITORS: readonly Role[] = ["VISITANTE_CONOCIDO", "VISITANTE_DESCONOCIDO"];

/**
 * Who has this cédula. `isTrusted`: somebody gave them a role once; the addresses of all others are only what
 * they said of themselves.
 */
export function findInvitedAccount(db: Db, cedula: string) {
  return db
    .selectFrom("users")
    .select((eb) => [
      "id",
      "name",
      "email",
      "phone",
      "active",
      "user_type as userType",
      "is_demonstration as isDemonstration",
      "password_hash as passwordHash",
      eb
        .exists(
          eb
            .selectFrom("spaces")
            .select("spaces.id")
            .whereRef("spaces.user_id", "=", "users.id")
            .where((on) =>
              on.or([
                on("spaces.status", "=", "APPROVED"),
                on.and([on("spaces.status", "=", "ENDED"), on("spaces.decided_at", "is not", null)]),
              ]),
            )
            .where("spaces.role", "not in", OF_VISITORS),
        )
        .$castTo<boolean>()
        .as("isTrusted"),
    ])
    .where("cedula", "=", cedula)
    .executeTakeFirst();
}
export type AccountRow = Awaited<ReturnType<typeof findInvitedAccount>> & object;

/** Nobody changes the account until the transaction ends. */
export async function lockAccountRow(trx: Trx, cedula: string): Promise<void> {
  await trx.selectFrom("users").select("id").where("cedula", "=", cedula).forUpdate().execute();
}

interface Said {
  documentType: string;
  name: string;
  email: string;
  phone: string;
}

export async function insertInvitedAccount(
  trx: Trx,
  account: Said & { id: string; cedula: string; passwordHash: string },
): Promise<void> {
  await trx
    .insertInto("users")
    .values({
      id: account.id,
      cedula: account.cedula,
      document_type: account.documentType,
      name: account.name,
      email: account.email,
      phone: account.phone,
      password_hash: account.passwordHash,
      photo_file_id: null,
      token_firebase: null,
    })
    .execute();
}

/** An account that nobody ever signed in to becomes what the inviter typed of its person. */
export async function completeInvitedAccount(
  trx: Trx,
  id: string,
  account: Said & { passwordHash: string },
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

/** The role begins: what waits for just this is approved, what is there stays. @returns the id of the space */
export async function openSpace(
  trx: Trx,
  space: {
    id: string;
    userId: string;
    buildingId: string;
    apartmentId: string | null;
    role: Role;
    endsAt: Date | null;
    decidedBy: string | null;
    at: Date;
  },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`insert into spaces
      (id, user_id, role, building_id, apartment_id, ends_at, status, decided_by, decided_at, created_at)
    values (${space.id}, ${space.userId}, ${space.role}, ${space.buildingId}, ${space.apartmentId}, ${space.endsAt},
      'APPROVED', ${space.decidedBy}, ${space.at}, ${space.at})
    on conflict (user_id, building_id, coalesce(apartment_id, '00000000-0000-0000-0000-000000000000'::uuid), role)
      where status in ('PENDING', 'APPROVED')
    do update set status = 'APPROVED', ends_at = excluded.ends_at, decided_by = excluded.decided_by,
      decided_at = excluded.decided_at
    returning id`.execute(trx);
  return rows[0]?.id ?? space.id;
}

/** The cards that were promised with the role, taken out of the promise. */
export function takePromisedCards(trx: Trx, invitationId: string) {
  return trx
    .deleteFrom("invitation_cards")
    .where("invitation_id", "=", invitationId)
    .returning(["tag", "type"])
    .execute();
}
