import type { ControllerState } from "@umbral/contract/controllers/registering.contract";

export const controllerStateWords: Readonly<Record<ControllerState["state"], string>> = {
  waiting: "Esperando el emparejamiento",
  expired: "El código venció: pide otro",
  connected: "Conectado",
  away: "Sin conexión",
};

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

/** '3 días 4 h', '2 h 5 min', '45 s': its two largest parts. */
export function durationWords(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const days = Math.floor(seconds / DAY_S);
  const hours = Math.floor((seconds % DAY_S) / HOUR_S);
  const minutes = Math.floor((seconds % HOUR_S) / MINUTE_S);
  if (days > 0) {
    return `${days} ${days === 1 ? "día" : "días"} ${hours} h`;
  }
  if (hours > 0) {
    return `${hours} h ${minutes} min`;
  }
  return minutes > 0 ? `${minutes} min` : `${seconds} s`;
}
