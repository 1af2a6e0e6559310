import type { Role } from "@umbral/contract/lib/roles";

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

export const PLATFORM_ROLE = "Administrador de la plataforma";
export const PENDING = "Tu solicitud está pendiente";
