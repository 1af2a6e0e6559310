import { existsSync } from "node:fs";
import { access } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import { parseArgs } from "node:util";
import { beginEpochs } from "../features/access-control/access-list.queries.ts";
import { writeAuditLine } from "../features/audit/audit.service.ts";
import { insertRecordGaps } from "../features/controllers/record-gaps.queries.ts";
import { leapNumbers } from "../features/integrations/outside-events.queries.ts";
import { accessKeyFile } from "../platform/access-key.ts";
import { readBackupKey } from "../platform/backup/backup-key.ts";
import { checkBackup, restoreBackup } from "../platform/backup/restore.ts";
import { systemClock } from "../platform/clock.ts";
import type { Env } from "../platform/env.ts";
import { asTyped } from "../platform/typed-commands.ts";
import { CommandFailed, runWithSettings, say } from "./command.ts";

const USAGE =
  `Uso: ${asTyped("restore", "COPIA [--key ARCHIVO_DE_LA_CLAVE] [--check]")}. ` +
  "Con --check solo se revisa la copia.";

/** `npm run restore`: puts an archive back into an installation that is not there yet. */
await runWithSettings(async (env) => {
  const { archive, keyFile, isOnlyChecked } = await argumentsOf(env);
  const key = await readBackupKey(keyFile);
  say(`Revisando ${archive}…`);
  if (isOnlyChecked) {
    const { madeAt } = await checkBackup({ path: archive, key });
    say(`La copia está completa. Es del ${madeAt}.`);
    return 0;
  }
  const restored = await restoreBackup({ path: archive, key }, env, {
    finish: async (trx, madeAt) => {
      const at = systemClock.now();
      await beginEpochs(trx, at);
      await leapNumbers(trx);
      await insertRecordGaps(trx, { from: madeAt, until: at });
      await writeAuditLine(trx, {
        buildingId: null,
        actorId: null,
        action: "audit.restored",
        subjectId: null,
        detail: { from: madeAt.toISOString(), until: at.toISOString() },
        at,
      });
    },
    log: { debug: () => undefined, info: () => undefined, warn: say },
  });
  say(`Listo: la instalación está como el ${restored.madeAt} (${restored.pictures} imágenes).`);
  if (restored.gone > 0) {
    say(`${restored.gone} imágenes ya no estaban cuando se hizo la copia.`);
  }
  sayOfKeys(env);
  say(
    "Lo que cambió después de la copia se perdió, también lo que se le quitó a alguien: para que todas las personas " +
      "inicien sesión de nuevo, no devuelvas session.secret.",
  );
  return 0;
});

/** Of the keys that go with an archive and lie in none: which are missing, and which are there and may be another installation's. */
function sayOfKeys(env: Env): void {
  const folder = dirname(env.filesKeyFile);
  const keys = [env.filesKeyFile, accessKeyFile(env)];
  const missing = keys.filter((path) => !existsSync(path));
  const present = keys.filter((path) => existsSync(path));
  const namesOf = (paths: readonly string[]) => paths.map((path) => basename(path)).join(" y ");
  if (missing.length > 0) {
    say(`Antes de iniciar el servidor pon en ${folder} lo que va con la copia y falta: ${namesOf(missing)}.`);
  }
  if (present.length > 0) {
    say(`En ${folder} ya hay ${namesOf(present)}: revisa que todo sea de la misma instalación que la copia.`);
  }
}

async function argumentsOf(env: Env): Promise<{ archive: string; keyFile: string; isOnlyChecked: boolean }> {
  const { positionals, key, check } = parsed();
  const [archive] = positionals;
  if (archive === undefined || positionals.length > 1) {
    throw new CommandFailed(USAGE);
  }
  const path = resolve(archive);
  try {
    await access(path);
  } catch {
    throw new CommandFailed(`No se puede leer la copia ${path}. ${USAGE}`);
  }
  return {
    archive: path,
    keyFile: key === undefined ? env.backups.keyFile : resolve(key),
    isOnlyChecked: check,
  };
}

function parsed(): { positionals: string[]; key: string | undefined; check: boolean } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { key: { type: "string" }, check: { type: "boolean", default: false } },
    });
    return { positionals, key: values.key, check: values.check };
  } catch {
    throw new CommandFailed(USAGE);
  }
}
