import type { Role } from "../lib/roles.ts";

/** How a person reads what they are in a place. */
export const roleNames: Readonly<Record<Role, string>> = {
  RESIDENTE_LIDER: "Residente líder",
  RESIDENTE: "Residente",
  RESIDENTE_TEMPORAL: "Residente temporal",
  PROPIETARIO: "Propietario",
  VISITANTE_CONOCIDO: "Visitante",
  VISITANTE_DESCONOCIDO: "Visitante sin registro",
  ADMINISTRADOR: "Administrador",
  CONSERJE: "Conserje",
  ACCIONISTA: "Accionista",
  EMPLEADO_ADMINISTRATIVO: "Empleado administrativo",
  SERVICIOS: "Servicios",
  POLICIA: "Policía",
  PORTERIA: "Portería",
};
