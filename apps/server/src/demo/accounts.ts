import type { Role } from "@umbral/contract/lib/roles";

/** The password of every demonstration account. They sign in from this machine alone. */
export const DEMONSTRATION_PASSWORD = "umbral-demo-2026";

export const MIRADOR = "Edificio Mirador del Parque";
export const ALMENDROS = "Conjunto Los Almendros";

export interface DemonstrationAccount {
  cedula: string;
  name: string;
  /** Absent for the platform's administrator. */
  role?: Role;
  building?: string;
  apartment?: string;
  /** Registered and waiting for a yes. */
  isPending?: true;
}

export const demonstrationAccounts: readonly DemonstrationAccount[] = [
  { cedula: "900000001", name: "Laura Plataforma" },
  {
    cedula: "1000000001",
    name: "Rosa Líder",
    role: "RESIDENTE_LIDER",
    building: MIRADOR,
    apartment: "A-101",
  },
  {
    cedula: "1000000002",
    name: "Andrés Residente",
    role: "RESIDENTE",
    building: MIRADOR,
    apartment: "A-101",
  },
  {
    cedula: "1000000003",
    name: "Tomás Temporal",
    role: "RESIDENTE_TEMPORAL",
    building: MIRADOR,
    apartment: "A-102",
  },
  {
    cedula: "1000000004",
    name: "Olga Propietaria",
    role: "PROPIETARIO",
    building: MIRADOR,
    apartment: "A-102",
  },
  { cedula: "1000000005", name: "Alberto Administrador", role: "ADMINISTRADOR", building: MIRADOR },
  { cedula: "1000000006", name: "Pedro Portero", role: "PORTERIA", building: MIRADOR },
  { cedula: "1000000007", name: "Carla Conserje", role: "CONSERJE", building: MIRADOR },
  { cedula: "1000000008", name: "Víctor Visitante", role: "VISITANTE_CONOCIDO", building: MIRADOR },
  { cedula: "1000000009", name: "Diana Desconocida", role: "VISITANTE_DESCONOCIDO", building: MIRADOR },
  { cedula: "1000000010", name: "Elena Empleada", role: "EMPLEADO_ADMINISTRATIVO", building: MIRADOR },
  {
    cedula: "1000000011",
    name: "Sergio Servicios",
    role: "SERVICIOS",
    building: MIRADOR,
    apartment: "A-101",
  },
  { cedula: "1000000012", name: "Paula Policía", role: "POLICIA", building: MIRADOR },
  { cedula: "1000000013", name: "Aníbal Accionista", role: "ACCIONISTA", building: MIRADOR },
  {
    cedula: "1000000021",
    name: "Lucía Líder",
    role: "RESIDENTE_LIDER",
    building: ALMENDROS,
    apartment: "101",
  },
  { cedula: "1000000022", name: "Pablo Portero", role: "PORTERIA", building: ALMENDROS },
  { cedula: "1000000023", name: "Ana Administradora", role: "ADMINISTRADOR", building: ALMENDROS },
  {
    cedula: "1000000031",
    name: "Raquel Recién Llegada",
    role: "RESIDENTE",
    building: MIRADOR,
    apartment: "A-101",
    isPending: true,
  },
  {
    cedula: "1000000032",
    name: "Óscar Por Aprobar",
    role: "PROPIETARIO",
    building: MIRADOR,
    apartment: "B-201",
    isPending: true,
  },
];
