import { z } from "zod";

/** What a person is in one building or apartment. The words are the specification's (§6). */
export const Role = z.enum([
  "RESIDENTE_LIDER",
  "RESIDENTE",
  "RESIDENTE_TEMPORAL",
  "PROPIETARIO",
  "VISITANTE_CONOCIDO",
  "VISITANTE_DESCONOCIDO",
  "ADMINISTRADOR",
  "CONSERJE",
  "ACCIONISTA",
  "EMPLEADO_ADMINISTRATIVO",
  "SERVICIOS",
  "POLICIA",
  "PORTERIA",
]);
export type Role = z.infer<typeof Role>;

/** Who comes to see somebody: known to the building, or passing by. */
export const visitorRoles = [
  "VISITANTE_CONOCIDO",
  "VISITANTE_DESCONOCIDO",
] as const satisfies readonly Role[];
export type VisitorRole = (typeof visitorRoles)[number];

/** USER signs in for a building, ADMIN for the platform. */
export const UserType = z.enum(["USER", "ADMIN"]);
export type UserType = z.infer<typeof UserType>;
