import { maySomewhere } from "@umbral/contract/lib/policy";
import type { Actor } from "../../platform/context.ts";
import type { Present } from "./import-plan.ts";
import type { WantedRow } from "./import-rows.ts";

/**
 * The rows as a building's own administration may bring them in (decisions §9): its cards are for whom it validated,
 * which no spreadsheet tells, of who has an account it writes neither telephone nor mail, and it makes no administrator.
 */
export function asFarAsAllowed(
  actor: Actor,
  rows: readonly WantedRow[],
  { users, spaces }: Pick<Present, "users" | "spaces">,
): readonly WantedRow[] {
  if (maySomewhere(actor, "platform.administer")) {
    return rows;
  }
  const cedulas = new Set(users.map(({ cedula }) => cedula));
  const heads = new Set(spaces.filter(({ role }) => role === "ADMINISTRADOR").map(({ userId }) => userId));
  const administrators = new Set(users.filter(({ id }) => heads.has(id)).map(({ cedula }) => cedula));
  return rows.map((row) => ({
    ...row,
    person:
      row.person && cedulas.has(row.person.cedula) ? { ...row.person, phone: "", email: "" } : row.person,
    faults: [
      ...row.faults,
      ...(row.card === null
        ? []
        : ["Las tarjetas se dan después de validar a la persona. Deja vacía la tarjeta."]),
      ...(row.person?.role === "ADMINISTRADOR" && !administrators.has(row.person.cedula)
        ? ["Solo la plataforma nombra administradores."]
        : []),
    ],
  }));
}
