import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { normalCedula } from "@umbral/contract/registration/personal-data";
import { z } from "zod";
import { findAnybodyByCedula, lockPerson } from "../features/accounts/index.ts";
import { writeAuditLine } from "../features/audit/audit.service.ts";
import { findFilesKey } from "../features/audit/files-keys.queries.ts";
import { readFilesKeyOf } from "../features/audit/files-keys.ts";
import { eraseIn } from "../features/personal-data/erasure.ts";
import { archiveOf } from "../features/personal-data/person-archive.ts";
import { systemClock } from "../platform/clock.ts";
import type { Database } from "../platform/database.ts";
import { EncryptedFiles, type FileStore, FilesAway, type SealedFiles } from "../platform/files.ts";
import { openFiles } from "../platform/files-place.ts";
import { Refused } from "../platform/refused.ts";
import { asTyped } from "../platform/typed-commands.ts";
import { CommandFailed, quietly, runCommand, say } from "./command.ts";

const USAGE =
  `Uso: ${asTyped("person", "export CÉDULA --to ARCHIVO.zip")}, o ${asTyped("person", "erase CÉDULA --confirm CÉDULA")}. ` +
  "En vez de la cédula sirve el identificador de la persona; quien no tiene documento se confirma con su nombre.";

/** `npm run person`: all that is kept of somebody in one archive, or all of it erased; beside a running server or alone. */
await runCommand(async ({ db, env }) => {
  const asked = readArguments();
  const id = await idOf(db, asked.who);
  const installation = (await findFilesKey(db))?.fingerprint ?? null;
  const sealed = await openFiles(db, env, { installation, log: quietly });
  if (asked.act === "export") {
    const files = new EncryptedFiles(sealed, await readFilesKeyOf(db, env.filesKeyFile));
    await exportTo(db, files, id, asked.to);
    say(`Listo: ${asked.to}. Va sin cifrar: entrégalo por un medio seguro y no dejes copias.`);
    return 0;
  }
  await erase(db, sealed, id, asked.typed);
  say(
    "Listo: no queda nada de esa persona, salvo lo que el edificio debe conservar, que quedó sin nombre. Las copias de " +
      "seguridad de antes la tienen todavía, hasta que se borren.",
  );
  return 0;
});

async function exportTo(db: Database, files: FileStore, id: string, to: string): Promise<void> {
  const at = systemClock.now();
  const person = await db.transaction().execute(async (trx) => {
    const found = await lockPerson(trx, id, "with administrators");
    if (!found) {
      throw new CommandFailed("No hay nadie con ese documento o identificador.");
    }
    await writeAuditLine(trx, {
      buildingId: null,
      actorId: null,
      action: "personal-data.exported",
      subjectId: id,
      detail: {},
      at,
    });
    return found;
  });
  const file = createWriteStream(to, { flags: "wx", mode: 0o600 });
  try {
    await pipeline(archiveOf({ db, files }, { ...person, isHoldTold: true }, at), file);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") {
      throw new CommandFailed(`${to} ya existe. Elige otro archivo.`);
    }
    await rm(to, { force: true });
    throw error;
  }
}

async function erase(db: Database, files: SealedFiles, id: string, typed: string): Promise<void> {
  try {
    const { pictures } = await db
      .transaction()
      .execute((trx) => eraseIn({ clock: systemClock }, trx, { userId: id, typed, actorId: null }));
    await Promise.all(pictures.map((picture) => files.remove(picture)));
  } catch (error) {
    if (error instanceof FilesAway) {
      say(
        "El almacén de archivos no responde: las imágenes se borran solas cuando vuelva y el servidor esté en marcha.",
      );
      return;
    }
    if (error instanceof Refused && error.code === "USER_NOT_FOUND") {
      throw new CommandFailed(
        "No se borró nada: no hay nadie con ese identificador, o administra la plataforma. A quien la administra no se " +
          `le borra, se le desactiva: ${asTyped("admin-off", "--cedula CÉDULA")}.`,
      );
    }
    throw error instanceof Refused ? new CommandFailed(error.body().message) : error;
  }
}

async function idOf(db: Database, who: string): Promise<string> {
  const found = z.uuid().safeParse(who).success
    ? { id: who }
    : await findAnybodyByCedula(db, normalCedula(who));
  if (!found) {
    throw new CommandFailed("No hay nadie con ese documento o identificador.");
  }
  return found.id;
}

function readArguments():
  | { act: "export"; who: string; to: string }
  | { act: "erase"; who: string; typed: string } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { to: { type: "string" }, confirm: { type: "string" } },
    });
    const [act, who, ...more] = positionals;
    if (who !== undefined && more.length === 0) {
      if (act === "export" && values.to !== undefined) {
        return { act, who, to: resolve(values.to) };
      }
      if (act === "erase" && values.confirm !== undefined) {
        return { act, who, typed: values.confirm };
      }
    }
  } catch {
    // An option that it does not know: the usage below tells which there are.
  }
  throw new CommandFailed(USAGE);
}
