import { type BrokenLine, verifyAudit } from "../features/audit/verify-audit.ts";
import { filesKey } from "../platform/files.ts";
import { KeyedDigest } from "../platform/keyed-digest.ts";
import { runCommand, say } from "./command.ts";

const reasons: Record<BrokenLine["why"], string> = {
  "line-missing": "la línea ya no está, pero su sello sí",
  "line-or-seal-changed": "la línea o su sello cambiaron después de sellarse",
  "seal-missing": "la línea perdió su sello",
  "seals-missing-before": "faltan líneas antes de esta",
  "value-changed": "lo guardado al lado de la línea cambió",
};

/** `npm run audit:verify`: 0 when every chain holds, 1 when a line is not as it was sealed. */
await runCommand(async (db, env) => {
  const report = await verifyAudit(db, new KeyedDigest(await filesKey(env.filesKeyFile)));
  for (const { chain, lines, head } of report.chains) {
    say(`cadena ${chain}: ${lines} líneas, último sello ${head}`);
  }
  say(`sin sellar todavía: ${report.waiting}; valores borrados: ${report.erased}`);
  for (const { lineId, why } of report.broken) {
    say(`✗ ${lineId}: ${reasons[why]}`);
  }
  say(report.broken.length === 0 ? "✓ La auditoría está completa." : "✗ La auditoría fue alterada.");
  return report.broken.length === 0 ? 0 : 1;
});
