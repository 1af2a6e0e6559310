// @ts-check
import { access, readdir } from "node:fs/promises";
import { join } from "node:path";

/** Where systems keep a server's programs: by version, beside each other, or where all programs are. */
const VERSIONED = ["/usr/lib/postgresql", "/usr/local/opt", "/opt/homebrew/opt", "/usr"];
const PLAIN = ["/usr/bin", "/usr/local/bin"];
const NAME_OF_VERSION = /^(?:postgresql@|pgsql-)?(\d+)$/;
const OLDEST = 15;

/**
 * The folder of the system's newest PostgreSQL that is a whole one, with server and `pg_dump`.
 * @returns {Promise<string | undefined>}
 */
export async function findPostgresFolder() {
  const versions = await Promise.all(
    VERSIONED.map(async (folder) =>
      (await readdir(folder).catch(() => [])).map((name) => ({
        version: Number(NAME_OF_VERSION.exec(name)?.[1]),
        bin: join(folder, name, "bin"),
      })),
    ),
  );
  const newestFirst = versions
    .flat()
    .filter(({ version }) => version >= OLDEST)
    .sort((one, other) => other.version - one.version)
    .map(({ bin }) => bin);
  for (const bin of [...newestFirst, ...PLAIN]) {
    if (await isWhole(bin)) {
      return bin;
    }
  }
  return undefined;
}

/** @param {string} bin */
async function isWhole(bin) {
  try {
    await Promise.all(
      ["initdb", "postgres", "pg_dump", "pg_restore", "createdb"].map((name) => access(join(bin, name))),
    );
    return true;
  } catch {
    return false;
  }
}
