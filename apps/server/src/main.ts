import type { KeyObject } from "node:crypto";
import { mkdir } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type pg from "pg";
import type { Logger } from "pino";
import { v7 } from "uuid";
import { type App, buildApp } from "./app.ts";
import { banner } from "./demo/banner.ts";
import { Demonstration } from "./demo/demonstration.ts";
import { hasDemonstrationAccounts, isEmpty } from "./demo/seed.queries.ts";
import { seedDemonstration } from "./demo/seed.ts";
import { haveLists } from "./features/access-control/access-list.queries.ts";
import { openFilesKey } from "./features/audit/files-keys.ts";
import { hasOpenSessions } from "./features/auth/sessions.queries.ts";
import { openAccessKey } from "./platform/access-key.ts";
import { earlierAssetsIn, keepAssets } from "./platform/built-assets.ts";
import { systemClock } from "./platform/clock.ts";
import { DataFolderInUse } from "./platform/data-folder-lock.ts";
import { type Database, openDatabase } from "./platform/database.ts";
import { APPLICATION_ROLE, prepareApplicationRole, takingOnRole } from "./platform/database-role.ts";
import { type PostgresConnection, startEmbeddedPostgres } from "./platform/embedded-postgres.ts";
import { type Env, isOpenToOthers, WrongEnvironment } from "./platform/env.ts";
import { EncryptedFiles, type FileStore, FilesAway } from "./platform/files.ts";
import { FilesKeyUnusable } from "./platform/files-key.ts";
import { FilesElsewhere, openFiles, wordsOfOthers } from "./platform/files-place.ts";
import { KeyedDigest } from "./platform/keyed-digest.ts";
import { leave } from "./platform/leaving.ts";
import { openLog } from "./platform/log.ts";
import { LogFile, logsFolder } from "./platform/log-file.ts";
import { appliedMigrations, DatabaseOfAnotherVersion, laterThanOurs, migrate } from "./platform/migrate.ts";
import { openEnv } from "./platform/open-env.ts";
import { PreparedStatements } from "./platform/prepared-statements.ts";
import { FilesOfOthers, S3Files } from "./platform/s3-files.ts";
import { openSessionSecret } from "./platform/session-secret.ts";
import { asTyped } from "./platform/typed-commands.ts";
import { webFolder } from "./platform/web.ts";

/** What a person at the console reads; the log is for programs. */
const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

// A terminal that was closed takes no more lines, which must not keep anything from ending in order. (Pino's
// own way to the console would try the same line again for ever.)
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", () => undefined);
}

/** A reason to stop that a person can do something about: its message is all they need. */
class CannotStart extends Error {}

/** Undone in reverse order when the process stops, whatever it had begun. */
const undo: (() => Promise<void>)[] = [];

async function start(): Promise<void> {
  const env = openEnv(say);
  if (env.demo === "on" && isOpenToOthers(env)) {
    throw new CannotStart(
      "DEMO: la demostración solo se abre en esta máquina. Quita DEMO=1, o quita HOST y PUBLIC_URL.",
    );
  }
  const file = new LogFile(logsFolder(env.dataDir));
  const log = openLog(env.logLevel, {
    write(line) {
      process.stdout.write(line);
      file.write(line);
    },
  });
  await mkdir(env.dataDir, { recursive: true, mode: 0o700 });

  const prepared = new PreparedStatements();
  const { db, owner } = await openMigrated(env, log, prepared);
  undo.push(() => db.destroy());

  const key = await filesKeyOf(env, db);
  const sessionSecret = await sessionSecretOf(env, db);
  const accessKey = await accessKeyOf(env, db);
  const files = await filesOf(env, db, key, log);
  const isDemonstration = await prepareDemonstration(env, db, files);
  const assets = join(env.dataDir, "web");
  const app = await buildApp({
    env,
    db,
    owner,
    prepared,
    files,
    filesKey: key,
    log,
    sessionSecret,
    accessKey,
    earlierAssets: await earlierAssetsIn(assets),
    ...(isDemonstration ? { demonstration: (services) => new Demonstration(services) } : {}),
  });
  // Its parts work from here on, also where its port turns out to be another's.
  undo.push(() => app.close());
  await app.http.listen({ port: env.port, host: env.host });
  const kept = keepAssets(webFolder, assets, systemClock.now()).catch((error: unknown) =>
    // Then those pages load anew, as they do for a version that is older than what is kept.
    log.warn({ err: error }, "the web app is not kept for pages that outlive the next update"),
  );
  undo.push(() => kept);
  await announce(env, app);
}

/**
 * The database in its newest shape. Its owner only brings it there: from then on the server works in a role that
 * can add to the audit but change nothing in it.
 */
async function openMigrated(
  env: Env,
  log: Logger,
  prepared: PreparedStatements,
): Promise<{ db: Database; owner: pg.ClientConfig }> {
  const onIdleError = (error: Error) => log.warn({ reason: error.message }, "a database connection ended");
  const embedded = env.databaseUrl === undefined ? await startEmbedded(env, log) : undefined;
  const connection = embedded ?? { connectionString: env.databaseUrl };
  const owner = openDatabase({ ...connection, max: 1 }, onIdleError);
  try {
    say("Preparando la base de datos…");
    await migrate(owner);
    const later = await laterThanOurs(await appliedMigrations(owner));
    if (later.length > 0) {
      say(`La base de datos es de una versión más nueva (${later.join(", ")}), y esta también puede usarla.`);
    }
    if (await prepareApplicationRole(owner, embedded ? "own-login" : "taken-on")) {
      const asServer = embedded ? { ...embedded, user: APPLICATION_ROLE } : takingOnRole(connection);
      return { db: openDatabase(asServer, onIdleError, prepared), owner: connection };
    }
    say(
      "El usuario de DATABASE_URL no puede crear el rol umbral_app: el servidor trabaja como dueño de las tablas, " +
        "y la auditoría queda protegida solo por sus disparadores y sellos (docs/decisions/audit.md).",
    );
    return { db: openDatabase(connection, onIdleError, prepared), owner: connection };
  } finally {
    await owner.destroy();
  }
}

async function filesKeyOf(env: Env, db: Database): Promise<Buffer> {
  const { key, state } = await openFilesKey(db, env, systemClock);
  if (state === "replaced") {
    say(
      "Umbral sigue con otra clave de los archivos: las imágenes anteriores no se pueden ver. Los administradores que " +
        "entran con una app de verificación necesitan que otro administrador restablezca su verificación " +
        `(${asTyped("admin-create")}). Escribe de nuevo las contraseñas de las cámaras.`,
    );
  }
  if (env.filesKeyLost) {
    say("Quita FILES_KEY_LOST: con esa variable, otra pérdida de la clave pasaría sin aviso.");
  }
  return key;
}

/** The files, where the settings say. A store that is away keeps nobody from starting: doors do not wait for pictures. */
async function filesOf(env: Env, db: Database, key: Buffer, log: Logger): Promise<FileStore> {
  const sealed = await openFiles(db, env, { installation: new KeyedDigest(key).fingerprint, log }, true);
  if (sealed instanceof S3Files) {
    try {
      await sealed.check();
      // Of a restore whose end the store did not hear of.
      await sealed.endRestoring(false);
    } catch (error) {
      if (error instanceof FilesOfOthers) {
        throw new CannotStart(wordsOfOthers(env));
      }
      if (!(error instanceof FilesAway)) {
        throw error;
      }
      say(
        `El almacén S3 no responde o no acepta nada (${error.message}): los archivos esperan a que vuelva.`,
      );
    }
  }
  return new EncryptedFiles(sealed, key);
}

async function sessionSecretOf(env: Env, db: Database): Promise<string> {
  const { secret, isNew } = await openSessionSecret(env, db);
  if (isNew && (await hasOpenSessions(db, systemClock.now()))) {
    say("El secreto de las sesiones es nuevo: todas las personas deben iniciar sesión de nuevo.");
  }
  return secret;
}

async function accessKeyOf(env: Env, db: Database): Promise<KeyObject> {
  const { key, isNew } = await openAccessKey(env);
  if (isNew && (await haveLists(db))) {
    say(
      "La clave que firma las listas de acceso es nueva: los controladores siguen con la lista que tienen y no aceptan " +
        "otra. Devuelve access.key de su copia, o empareja de nuevo cada controlador.",
    );
  }
  return key;
}

/** The embedded database, which this process then starts and stops. */
async function startEmbedded(env: Env, log: Logger): Promise<PostgresConnection> {
  say("Iniciando la base de datos…");
  const starting = startEmbeddedPostgres({
    dataDir: env.dataDir,
    log: {
      debug: (line) => log.debug(line),
      info: (line) => log.info(line),
      warn: (line) => log.warn(line),
    },
  });
  // Who is told to stop in the middle of this waits for it, and then undoes it.
  undo.push(async () => (await starting.catch(() => undefined))?.stop());
  return (await starting).connection;
}

/** Makes the demonstration where it belongs, and refuses to run it where others could come in. */
async function prepareDemonstration(env: Env, db: Database, files: FileStore): Promise<boolean> {
  const hasAccounts = await hasDemonstrationAccounts(db);
  if (hasAccounts && isOpenToOthers(env)) {
    throw new CannotStart(
      "Hay cuentas de demostración en la base de datos: no se puede abrir a otras máquinas " +
        "(HOST, PUBLIC_URL). Usa otra carpeta de datos (DATA_DIR) o una base de datos nueva.",
    );
  }
  if (env.demo === "off") {
    return false;
  }
  if (!hasAccounts && (await isEmpty(db))) {
    say("Creando los edificios de demostración…");
    await seedDemonstration({ db, files, newId: v7, clock: systemClock });
    return true;
  }
  return hasAccounts;
}

async function announce(env: Env, app: App): Promise<void> {
  const { port } = app.http.server.address() as AddressInfo;
  const host = env.host.includes(":") && !env.host.startsWith("[") ? `[${env.host}]` : env.host;
  const address = `http://${host}:${port}`;
  const { demonstration } = app;
  if (demonstration) {
    say("Conectando los controladores de demostración…");
    undo.push(() => demonstration.stop());
    await demonstration.start(address);
  }
  say(banner(env.publicUrl ?? address, demonstration !== undefined));
}

let stopping: Promise<void> | undefined;

/** Stops everything once, however often it is asked. */
function stop(): Promise<void> {
  stopping ??= (async () => {
    for (const step of undo.reverse()) {
      await step();
    }
  })();
  return stopping;
}

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    if (!stopping) {
      say("\nDeteniendo Umbral…");
    }
    stop().then(
      () => leave(0),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`);
        return leave(1);
      },
    );
  });
}

try {
  await start();
} catch (error) {
  if (!stopping) {
    const isForPeople = [
      CannotStart,
      DatabaseOfAnotherVersion,
      DataFolderInUse,
      FilesElsewhere,
      FilesKeyUnusable,
      WrongEnvironment,
    ].some((kind) => error instanceof kind);
    process.stderr.write(
      `${isForPeople && error instanceof Error ? error.message : (reason(error) ?? String(error))}\n`,
    );
    await stop();
    await leave(1);
  }
}

/** The stack of what nobody foresaw, and the plain words for a port that is taken. */
function reason(error: unknown): string | undefined {
  if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") {
    return "El puerto ya está en uso por otro programa. Usa otro con la variable PORT.";
  }
  return error instanceof Error ? error.stack : undefined;
}
