import type { PastCall } from "@umbral/contract/calls/call-history.contract";
import type { TelephoneWord } from "@umbral/contract/calls/calls.contract";

/** Nobody talks in the automatic phone call: what counts is the key, not how long it took. */
const saidInHistory: Record<TelephoneWord, string> = { coming: "ya baja", opened: "abrió la puerta" };

/** How a call ended, and who answered it. */
export function endingOf({ status, answered, answeredAt, endedAt, said, rejectMessage }: PastCall): string {
  if (answered?.by === "telefono") {
    const running = endedAt === null ? "en curso" : null;
    const more = said === null ? running : saidInHistory[said];
    return [`Contestó ${answered.name} por teléfono`, more].filter(Boolean).join(" · ");
  }
  if (answered !== null && answeredAt !== null) {
    const lasted = endedAt === null ? "en curso" : lengthOf(Date.parse(endedAt) - Date.parse(answeredAt));
    return `Contestó ${answered.name} · ${lasted}`;
  }
  switch (status) {
    case "ENTRANTE":
      return "Timbrando…";
    case "RECHAZADA":
      return rejectMessage === null ? "Rechazada" : `Rechazada: ${rejectMessage}`;
    case "PERDIDA":
      return "Perdida: nadie contestó";
    case "CONTESTADA":
    case "TERMINADA":
      return "Cancelada por quien llamó";
  }
}

/** What the picture of the entrance's camera is called. */
export const AT_ENTRANCE = "Quién estaba en la entrada";

/** Who called whom. */
export function titleOf({ caller, isFromLobby, isToLobby }: PastCall): string {
  if (isToLobby) {
    return `${caller.name} llamó a portería`;
  }
  return isFromLobby ? `Portería · ${caller.name}` : caller.name;
}

/** '45 s', '2 min 5 s', in one piece at a line's end. */
function lengthOf(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  const minutes = Math.floor(seconds / 60);
  const words = minutes === 0 ? `${seconds} s` : `${minutes} min ${seconds % 60} s`;
  return words.replaceAll(" ", "\u00a0");
}
