import { readFilesKeyOf } from "../features/audit/files-keys.ts";
import { type BrokenLine, verifyAudit } from "../features/audit/verify-audit.ts";
import { FilesKeyUnusable } from "../platform/files-key.ts";
import { KeyedDigest } from "../platform/keyed-digest.ts";
import { runCommand, say } from "./command.ts";

/** Nothing was found altered, and not everything could be looked at. */
const NOT_VERIFIABLE = 2;

const reasons: Record<BrokenLine["why"], string> = {
  "line-missing": "la línea ya no está, pero su sello sí",
  "line-or-seal-changed": "la línea o su sello cambiaron después de sellarse",
  "seal-missing": "la línea perdió su sello",
  "seals-missing-before": "faltan líneas antes de esta",
  "logbook-line-changed": "lo anotado en la minuta cambió",
  "logbook-line-missing": "lo anotado en la minuta ya no está",
  "logbook-line-unknown": "está en la minuta y la auditoría no la conoce",
  "value-changed": "lo guardado al lado de la línea cambió",
};

/** `npm run audit:verify`: 0 when every chain holds, 1 when a line is not as it was sealed, 2 when nobody can tell. */
await runCommand(async ({ db, env }) => {
  let key: Buffer;
  try {
    key = await readFilesKeyOf(db, env.filesKeyFile);
  } catch (error) {
    if (error instanceof FilesKeyUnusable) {
      say(error.message);
      say(
        "? La auditoría no se puede verificar sin su clave. Eso no dice que alguien la alterara: corre el comando " +
          "con el DATA_DIR o el FILES_KEY_FILE del servidor.",
      );
      return NOT_VERIFIABLE;
    }
    throw error;
  }
  const report = await verifyAudit(db, new KeyedDigest(key));
  for (const { chain, lines, head } of report.chains) {
    say(`cadena ${chain}: ${lines} líneas, último sello ${head}`);
  }
  say(`sin sellar todavía: ${report.waiting}; valores borrados: ${report.erased}`);
  for (const { lineId, why } of report.broken) {
    say(`✗ ${lineId}: ${reasons[why]}`);
  }
  if (report.isKeyRowAltered) {
    say("✗ lo que la base de datos dice de la clave de los archivos cambió");
  }
  if (report.broken.length > 0 || report.isKeyRowAltered) {
    say("✗ La auditoría fue alterada.");
    return 1;
  }
  if (report.unverifiable > 0) {
    say(
      `? ${report.unverifiable} líneas anteriores al ${report.keyReplacedAt?.toISOString()} se sellaron con una clave que ` +
        "se perdió: ya no se puede verificar si cambiaron. Las posteriores están completas.",
    );
    return NOT_VERIFIABLE;
  }
  say("✓ La auditoría está completa.");
  return 0;
});
