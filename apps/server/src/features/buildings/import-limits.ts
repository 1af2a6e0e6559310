import { maySomewhere } from "@umbral/contract/lib/policy";
import type { Actor } from "../../platform/context.ts";
import type { Present } from "./import-plan.ts";
import type { WantedRow } from "./import-rows.ts";

/**
 * The rows as a building's own administration may bring them in (decisions §9): its cards are for whom it validated,
 * which no spreadsheet tells, and of who has an account it writes neither telephone nor mail.
 */
export function asFarAsAllowed(
  actor: Actor,
  rows: readonly WantedRow[],
  known: Present["users"],
): readonly WantedRow[] {
  if (maySomewhere(actor, "platform.administer")) {
    return rows;
  }
  const cedulas = new Set(known.map(({ cedula }) => cedula));
  return rows.map((row) => ({
    ...row,
    person:
      row.person && cedulas.has(row.person.cedula) ? { ...row.person, phone: "", email: "" } : row.person,
    faults:
      row.card === null
        ? row.faults
        : [...row.faults, "Las tarjetas se dan después de validar a la persona. Deja vacía la tarjeta."],
  }));
}
