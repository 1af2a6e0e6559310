import { execFile } from "node:child_process";
import { chmod, chown, lchown, readdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The user and group called `nobody`, by the number that Linux keeps for it. */
const NOBODY = 65_534;

/** Who PostgreSQL's programs run as: `prefix` goes before the command, the ids into its options. */
export interface Identity {
  prefix: string[];
  ids: { uid: number; gid: number } | undefined;
}

const OURSELVES: Identity = { prefix: [], ids: undefined };

/** Root's files, seen from inside a user namespace as those of an ordinary user. */
const IN_A_NAMESPACE: Identity = {
  prefix: ["unshare", "--user", `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, "--"],
  ids: undefined,
};

/**
 * PostgreSQL refuses to run as root. An ordinary user needs nothing. Root becomes somebody else, the first
 * of these who can reach the data folder and the programs:
 * - the ordinary user whose data they are, so that starting once as root does not lock their owner out;
 * - somebody in a user namespace, where the files stay root's;
 * - the ordinary user in whose home the data folder lies;
 * - `nobody`.
 * Another user is then given the database's own folder.
 */
export async function chooseIdentity(
  dataDir: string,
  pgData: string,
  program: string,
  env: NodeJS.ProcessEnv,
): Promise<Identity> {
  if (process.getuid?.() !== 0) {
    return OURSELVES;
  }
  const owner = await ordinaryOwner(pgData);
  const candidates = owner ? [owner] : [await ordinaryOwner(dataDir), IN_A_NAMESPACE, await homeOf(dataDir)];
  for (const candidate of [...candidates, owner ? undefined : asUser(NOBODY, NOBODY)]) {
    if (candidate && (await canServe(candidate, dataDir, program, env))) {
      return candidate;
    }
  }
  const message = `PostgreSQL no puede funcionar como root, y aquí ningún otro usuario puede entrar en "${dataDir}" y ejecutar "${program}". Inicia Umbral con un usuario corriente, o pon el programa y DATA_DIR donde otro usuario pueda entrar.`;
  throw new Error(message);
}

const asUser = (uid: number, gid: number): Identity => ({ prefix: [], ids: { uid, gid } });

async function ordinaryOwner(folder: string): Promise<Identity | undefined> {
  try {
    const { uid, gid } = await stat(folder);
    return uid === 0 ? undefined : asUser(uid, gid);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      return undefined;
    }
    throw error;
  }
}

async function homeOf(folder: string): Promise<Identity | undefined> {
  const parent = dirname(folder);
  if (parent === folder) {
    return undefined;
  }
  return (await ordinaryOwner(parent)) ?? (await homeOf(parent));
}

async function canServe(
  identity: Identity,
  dataDir: string,
  program: string,
  env: NodeJS.ProcessEnv,
): Promise<boolean> {
  if (identity.ids && (await stat(dataDir)).uid !== identity.ids.uid) {
    // They may pass through to the database's folder, and see nothing of the rest.
    await chmod(dataDir, 0o711);
  }
  const [command, args] = asIdentity(identity, "/bin/sh", [
    "-c",
    'cd "$1" && exec "$2" --version',
    "sh",
    dataDir,
    program,
  ]);
  try {
    await run(command, args, { ...identity.ids, env, cwd: "/" });
    return true;
  } catch {
    // Not installed, not allowed or not reachable here: the next one is tried.
    return false;
  }
}

/** The command and arguments that run a program as somebody. */
export function asIdentity(identity: Identity, program: string, args: string[]): [string, string[]] {
  const [command, ...rest] = [...identity.prefix, program, ...args];
  return [command ?? program, rest];
}

/** Gives a folder and all in it to the identity, where it is another user. */
export async function giveTo(identity: Identity, folder: string): Promise<void> {
  const { ids } = identity;
  if (!ids) {
    return;
  }
  for (const entry of await readdir(folder, { recursive: true })) {
    await lchown(join(folder, entry), ids.uid, ids.gid);
  }
  await chown(folder, ids.uid, ids.gid);
}
