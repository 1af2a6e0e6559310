import type { Db, Trx } from "../../platform/database.ts";

const administrators = (db: Db) =>
  db
    .selectFrom("users")
    .leftJoin("second_factors", "second_factors.user_id", "users.id")
    .select((eb) => [
      "users.id as id",
      "users.cedula as cedula",
      "users.name as name",
      "users.email as email",
      "users.active as active",
      eb("users.password_hash", "is not", null).as("hasPassword"),
      eb
        .or([
          eb("second_factors.secret", "is not", null),
          eb.exists(
            eb.selectFrom("passkeys").select("passkeys.id").whereRef("passkeys.user_id", "=", "users.id"),
          ),
        ])
        .as("hasSecondFactor"),
      "users.created_at as createdAt",
    ])
    .where("users.user_type", "=", "ADMIN")
    .$narrowType<{ cedula: string }>();

export const findAdministrators = (db: Db) =>
  administrators(db).orderBy("users.name").orderBy("users.id").execute();

export const findAdministrator = (db: Db, id: string) =>
  administrators(db).where("users.id", "=", id).executeTakeFirst();

/**
 * The administrators who are active now, each held until the transaction ends. All of them, in one order: of two
 * who switch each other off, the second waits here and then finds what the first has done.
 */
export function lockActiveAdministrators(trx: Trx) {
  return trx
    .selectFrom("users")
    .select((eb) => ["id", eb("password_hash", "is not", null).as("hasPassword")])
    .where("user_type", "=", "ADMIN")
    .where("active", "=", true)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
}

export async function findAdministratorId(db: Db, cedula: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("users")
    .select("id")
    .where("cedula", "=", cedula)
    .where("user_type", "=", "ADMIN")
    .executeTakeFirst();
  return row?.id;
}

/** Which of the two somebody has already. */
export async function findTaken(
  trx: Trx,
  { cedula, email }: { cedula: string; email: string },
): Promise<("cedula" | "email")[]> {
  const rows = await trx
    .selectFrom("users")
    .select(["cedula", "email"])
    .where((eb) =>
      eb.or([eb("cedula", "=", cedula), eb(eb.fn<string>("lower", ["email"]), "=", email.toLowerCase())]),
    )
    .execute();
  return [
    ...(rows.some((row) => row.cedula === cedula) ? (["cedula"] as const) : []),
    ...(rows.some((row) => row.email.toLowerCase() === email.toLowerCase()) ? (["email"] as const) : []),
  ];
}

/** False when there was none. Recovery codes go with it. */
export async function deleteSecondFactor(trx: Trx, userId: string): Promise<boolean> {
  const row = await trx
    .deleteFrom("second_factors")
    .where("user_id", "=", userId)
    .returning("user_id")
    .executeTakeFirst();
  return row !== undefined;
}
