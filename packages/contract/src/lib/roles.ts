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

/** USER signs in for a building, ADMIN for the platform. */
export const UserType = z.enum(["USER", "ADMIN"]);
export type UserType = z.infer<typeof UserType>;
