import { maySomewhere } from "@umbral/contract/lib/policy";
import type { Actor } from "../../platform/context.ts";
import type { Present } from "./import-plan.ts";
import type { WantedRow } from "./import-rows.ts";

/**
 * The rows as a building's own administration may bring them in (decisions §9): its cards are for whom it validated,
 * which no spreadsheet tells, it makes no administrator, and of who is nowhere in it no number tells it the name.
 */
export function asFarAsAllowed(
  actor: Actor,
  rows: readonly WantedRow[],
  { users, spaces }: Pick<Present, "users" | "spaces">,
): readonly WantedRow[] {
  if (maySomewhere(actor, "platform.administer")) {
    return rows;
  }
  const own = new Set(spaces.map(({ userId }) => userId));
  const strangers = new Set(users.filter(({ id }) => !own.has(id)).map(({ cedula }) => cedula));
  const named = new Set(rows.flatMap(({ person }) => (person && person.name !== "" ? person.cedula : [])));
  const heads = new Set(spaces.filter(({ role }) => role === "ADMINISTRADOR").map(({ userId }) => userId));
  const administrators = new Set(users.filter(({ id }) => heads.has(id)).map(({ cedula }) => cedula));
  return rows.map((row) => ({
    ...row,
    faults: [
      ...row.faults,
      ...(row.card === null
        ? []
        : ["Las tarjetas se dan después de validar a la persona. Deja vacía la tarjeta."]),
      // As for a number that nobody has.
      ...(row.person && strangers.has(row.person.cedula) && !named.has(row.person.cedula)
        ? ["Falta el nombre."]
        : []),
      ...(row.person?.role === "ADMINISTRADOR" && !administrators.has(row.person.cedula)
        ? ["Solo la plataforma nombra administradores."]
        : []),
    ],
  }));
}
