import type { Role } from "@umbral/contract/lib/roles";
import { Refused } from "../../platform/refused.ts";

/**
 * Until when a role is to be held, as it was said: null for ever, which a temporary resident does not have.
 * @throws {Refused} INCOMPLETE, STAY_IN_THE_PAST
 */
export function endOfStay(said: string | null, now: Date, role?: Role): Date | null {
  const endsAt = said === null ? null : new Date(said);
  if (role === "RESIDENTE_TEMPORAL" && endsAt === null) {
    throw new Refused("INCOMPLETE", { errors: [{ property: "endsAt", message: "should not be null" }] });
  }
  if (endsAt !== null && endsAt <= now) {
    throw new Refused("STAY_IN_THE_PAST", {
      errors: [{ property: "endsAt", message: "La fecha de salida debe estar en el futuro." }],
    });
  }
  return endsAt;
}
