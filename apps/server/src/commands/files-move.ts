import { parseArgs } from "node:util";
import { findFilesKey } from "../features/audit/files-keys.queries.ts";
import type { FilesPlace } from "../platform/files.ts";
import { MoveFailed, moveFiles } from "../platform/files-move.ts";
import { diskFilesOf, s3FilesOf } from "../platform/files-place.ts";
import { asTyped } from "../platform/typed-commands.ts";
import { CommandFailed, ownName, quietly, runCommand, say } from "./command.ts";

const USAGE =
  `Uso: ${asTyped("files-move", "--to s3")}, o ${asTyped("files-move", "--to disk")}, ` +
  "con las variables S3_… puestas las dos veces.";
/** All are there, and the server has to be stopped before they are moved. */
const NOT_FINISHED = 2;

const names: Record<FilesPlace, string> = { s3: "S3", disk: "DATA_DIR" };

/** `npm run files:move`: pictures and documents to the object store, or back to the disk. */
await runCommand(async ({ db, env }) => {
  const to = placeAsked();
  const installation = (await findFilesKey(db))?.fingerprint ?? null;
  const s3 = s3FilesOf(env, { installation, log: quietly });
  if (s3 === undefined) {
    throw new CommandFailed(
      `Faltan las variables S3_…: S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID y S3_SECRET_ACCESS_KEY. ${USAGE}`,
    );
  }
  if (installation === null) {
    throw new CommandFailed(
      "Esta instalación no tiene archivos todavía: pon o quita las variables S3_… e inicia el servidor.",
    );
  }
  await s3.check();
  const disk = diskFilesOf(env);
  const [source, target] = to === "s3" ? [disk, s3] : [s3, disk];
  const moved = await moveFiles(db, source, target, {
    ownName,
    onProgress: (count) => say(`${count} archivos revisados…`),
  }).catch((error: unknown) => {
    throw error instanceof MoveFailed ? new CommandFailed(error.message) : error;
  });
  const { copied, present, removed, outcome } = moved;
  const counts = `copiados ${copied}, ya estaban ${present}, quitados de ${names[source.place]} ${removed}`;
  if (outcome === "server-runs") {
    say(
      `Los archivos están también en ${names[to]} (${counts}). No se quitó nada y el servidor sigue usando los de ${names[source.place]}.`,
    );
    say(
      "Para terminar detén todos los servidores y repite este comando: solo falta lo que llegue mientras tanto. Lo que se " +
        `borre mientras tanto queda también en ${names[to]} hasta entonces; para dejarlo, repítelo con --to ${source.place}.`,
    );
    return NOT_FINISHED;
  }
  say(
    outcome === "was-there"
      ? `Los archivos ya estaban en ${names[to]} (${counts}).`
      : `Listo: los archivos están en ${names[to]} (${counts}).`,
  );
  if (outcome === "moved") {
    say(
      to === "s3"
        ? "Inicia el servidor con las variables S3_…."
        : "Quita las variables S3_… e inicia el servidor.",
    );
  }
  return 0;
}, "its-own");

function placeAsked(): FilesPlace {
  try {
    const { values } = parseArgs({ options: { to: { type: "string" } } });
    if (values.to === "s3" || values.to === "disk") {
      return values.to;
    }
  } catch {
    // An option that it does not know: the usage below tells which there are.
  }
  throw new CommandFailed(USAGE);
}
