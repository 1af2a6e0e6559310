import type { PastCall } from "@umbral/contract/calls/call-history.contract";

/** How a call ended, and who answered it. */
export function endingOf({ status, answered, answeredAt, endedAt }: PastCall): string {
  if (answered !== null && answeredAt !== null) {
    const how = answered.by === "telefono" ? " por teléfono" : "";
    const lasted = endedAt === null ? "en curso" : lengthOf(Date.parse(endedAt) - Date.parse(answeredAt));
    return `Contestó ${answered.name}${how} · ${lasted}`;
  }
  switch (status) {
    case "ENTRANTE":
      return "Timbrando…";
    case "RECHAZADA":
      return "Rechazada";
    case "PERDIDA":
      return "Perdida: nadie contestó";
    case "CONTESTADA":
    case "TERMINADA":
      return "Cancelada por quien llamó";
  }
}

/** Who called whom. */
export function titleOf({ caller, isFromLobby, isToLobby }: PastCall): string {
  if (isToLobby) {
    return `${caller.name} llamó a portería`;
  }
  return isFromLobby ? `Portería · ${caller.name}` : caller.name;
}

/** '45 s', '2 min 5 s'. */
function lengthOf(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  const minutes = Math.floor(seconds / 60);
  return minutes === 0 ? `${seconds} s` : `${minutes} min ${seconds % 60} s`;
}
