import type { Role } from "../lib/roles.ts";

/*
 * What somebody can be invited to in a home, and by whom; no schema library here.
 */

/** By the home's leader, whose word counts as the approval (decisions §8). */
export const leadersRoles = ["RESIDENTE", "RESIDENTE_TEMPORAL", "SERVICIOS"] as const satisfies Role[];

/** By the administration: leaders, owners and employees are its own to name. */
export const homeRoles = [
  ...leadersRoles,
  "RESIDENTE_LIDER",
  "PROPIETARIO",
  "EMPLEADO_ADMINISTRATIVO",
] as const satisfies Role[];
