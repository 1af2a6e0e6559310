import type { TelephoneWord } from "@umbral/contract/calls/calls.contract";

/** Letter by letter of the specification (§5, §8). */
export const callSentences = {
  notAvailable: "Esta llamada ya no se encuentra disponible",
  rejected: "El usuario ha rechazado tu llamada",
  missed: "El usuario no responde",
  missedFromLobby:
    "Ya hemos notificado al residente, en unos momentos te podrá llamar de vuelta, o intenta nuevamente en 1 minuto...",
  cameraRefused: "Debes darle permisos a la cámara, para poder recibir la llamada.",
} as const;

/** What who answered by telephone said by its keys. */
export const saidWords: Record<TelephoneWord, string> = {
  coming: "Avisó que ya baja.",
  opened: "Abrió la puerta.",
};
