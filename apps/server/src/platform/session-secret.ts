import { randomBytes } from "node:crypto";
import { dirname, join } from "node:path";
import type { Database } from "./database.ts";
import { type Env, WrongEnvironment } from "./env.ts";
import { keepOnce, readKept } from "./kept-file.ts";
import { removeSetting } from "./settings.queries.ts";

/** As many letters as `SESSION_SECRET` needs. */
const LETTERS = 32;
/** How the secret was called while it was kept in the database. */
const FORMER_SETTING = "session-secret";

/** Beside the key of the files, wherever that lies. */
export const sessionSecretFile = (env: Pick<Env, "filesKeyFile">): string =>
  join(dirname(env.filesKeyFile), "session.secret");

/**
 * The secret that signs sessions: `SESSION_SECRET`, or a file that is made once. One that an earlier version kept in
 * the database could be read by whoever reads that, so it is thrown away and never used again.
 * @returns whether it was made now: sessions that were signed with another one are worth nothing then
 */
export async function openSessionSecret(
  env: Pick<Env, "sessionSecret" | "filesKeyFile">,
  db: Database,
): Promise<{ secret: string; isNew: boolean }> {
  await removeSetting(db, FORMER_SETTING);
  if (env.sessionSecret !== undefined) {
    return { secret: env.sessionSecret, isNew: false };
  }
  const path = sessionSecretFile(env);
  const kept = await readKept(path);
  const bytes = kept ?? (await keepOnce(path, Buffer.from(randomBytes(32).toString("base64url"))));
  const secret = bytes.toString("utf8").trim();
  if (secret.length < LETTERS) {
    throw new WrongEnvironment(
      `El secreto de las sesiones (${path}) debe tener al menos ${LETTERS} caracteres. ` +
        "Bórralo y se creará otro: todas las personas iniciarán sesión de nuevo.",
    );
  }
  return { secret, isNew: kept === undefined };
}
