import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { v7 } from "uuid";
import { findFilesKey } from "../features/audit/files-keys.queries.ts";
import { makeBackup } from "../platform/backup/backup.ts";
import { openBackupKey } from "../platform/backup/backup-key.ts";
import { insertBackupRun } from "../platform/backup/backup-runs.queries.ts";
import { archiveName } from "../platform/backup/keeping.ts";
import { systemClock } from "../platform/clock.ts";
import { openFiles } from "../platform/files-place.ts";
import { asTyped } from "../platform/typed-commands.ts";
import { CommandFailed, quietly, runCommand, say } from "./command.ts";

const USAGE = `Uso: ${asTyped("backup")}, o ${asTyped("backup", "--to CARPETA")}`;

/** `npm run backup`: one encrypted archive of the database and its pictures, beside a server that is running or alone. */
await runCommand(async ({ db, env, owner }) => {
  const folder = folderOf() ?? env.backups.folder;
  if (folder === undefined) {
    throw new CommandFailed(`BACKUP_DIR no está puesta: di en qué carpeta va la copia. ${USAGE}`);
  }
  const { key, isNew } = await openBackupKey(env.backups.keyFile);
  if (isNew) {
    say(
      `Se creó la clave de las copias: ${env.backups.keyFile}. Guarda ya otra copia de ella fuera de este equipo: sin esa ` +
        "clave ninguna copia de seguridad se puede abrir.",
    );
  }
  const filesKey = (await findFilesKey(db))?.fingerprint ?? null;
  const files = await openFiles(db, env, { installation: filesKey, log: quietly });
  const startedAt = systemClock.now();
  const made = await makeBackup(
    {
      connection: owner,
      files,
      filesKey,
    },
    { path: join(folder, archiveName(startedAt)), key, madeAt: startedAt },
  );
  const { bytes, lost } = made;
  // Beside the daily ones an archive that lies elsewhere is none of theirs: the day's is still made, and told of where it fails.
  const isElsewhere = env.backups.folder === undefined;
  if (isElsewhere || folder === env.backups.folder) {
    await insertBackupRun(db, v7(), {
      startedAt,
      endedAt: systemClock.now(),
      isElsewhere,
      result: { bytes, lost },
    });
  }
  if (lost > 0) {
    say(`Aviso: ${lost} imágenes que la base de datos nombra ya no estaban; la copia va sin ellas.`);
  }
  say(`Listo: ${made.path} (${bytes} bytes, ${made.rows} filas, ${made.pictures} imágenes).`);
  say(`Las claves de ${dirname(env.filesKeyFile)} no van en la copia: guárdalas en otro medio.`);
  return 0;
}, "its-own");

function folderOf(): string | undefined {
  try {
    const { values } = parseArgs({ options: { to: { type: "string" } } });
    return values.to === undefined ? undefined : resolve(values.to);
  } catch {
    throw new CommandFailed(USAGE);
  }
}
