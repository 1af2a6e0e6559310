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

const requests = (count: number): string => (count === 1 ? "1 solicitud" : `${count} solicitudes`);

/** What is said of several at once, of which the specification says nothing. */
export const manyRequests = {
  question: (count: number, kind: AccessKind, approved: boolean) =>
    approved
      ? {
          title: `¿Aprobar ${requests(count)}?`,
          text:
            kind === "owners"
              ? "Quienes piden ser líderes decidirán quién entra a su apartamento."
              : "Tendrán acceso de inmediato.",
        }
      : {
          title: `¿Rechazar ${requests(count)}?`,
          text: "No tendrán acceso. Podrán volver a pedirlo.",
          takesAway: true,
        },
  done: (count: number, approved: boolean): string =>
    `${requests(count)} ${approved ? "aprobada" : "rechazada"}${count === 1 ? "" : "s"}.`,
  undecided: "su solicitud sigue pendiente, intenta de nuevo.",
} as const;
