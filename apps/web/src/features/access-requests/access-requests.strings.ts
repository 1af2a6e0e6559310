import type { AccessKind } from "@umbral/contract/access-requests/access-requests.contract";

/** The specification's sentences of these screens, letter by letter (§2, §8). */
export const accessSentences = {
  titles: {
    employees: "Residentes/Empleados Pendientes de aprobación",
    owners: "Propietarios/Líderes Pendientes de aprobación",
  } satisfies Record<AccessKind, string>,
  empty: "No hay solicitudes pendientes por aprobar",
  approved: { title: "¡Aprobado!", text: "Acceso otorgado con éxito" },
  rejected: { title: "¡Rechazado!", text: "Se ha rechazado el acceso a este usuario" },
  failed: {
    title: "Ups!",
    approving: "Hubo un error al aprobar esta solicitud",
    rejecting: "Hubo un error al rechazar la solicitud",
  },
} as const;
