/** The roles of who works for a building as a whole. */
export const staffRoles = [
  "ADMINISTRADOR",
  "PORTERIA",
  "CONSERJE",
  "EMPLEADO_ADMINISTRATIVO",
  "SERVICIOS",
  "POLICIA",
  "ACCIONISTA",
] as const;
