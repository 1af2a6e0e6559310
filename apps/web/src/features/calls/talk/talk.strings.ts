import { callSentences, saidWords } from "../call-outcomes.strings.ts";
import type { CallEnd, CallPhase, CallView } from "../session/index.ts";

/** What the call screen says of itself. */
export const phaseWords: Record<CallPhase, string> = {
  loading: "Conectando…",
  unreachable: "Sin conexión con Umbral",
  ringing: "Timbrando…",
  waiting: "Esperando a la otra persona…",
  connecting: "Conectando…",
  connected: "En llamada",
  reconnecting: "Reconectando…",
  over: "Llamada terminada",
};

/** What is said of a way to the other side that does not carry the whole picture. */
export const weakWords = {
  now: "Conexión débil: bajamos la calidad del video",
  over: "La conexión mejoró: tu video vuelve a su calidad",
} as const;

interface EndWords {
  kind: "success" | "failure";
  title?: string;
  text: string;
}

/** The dialog after a call that this person did not end here; null when they did. */
export function endWordsOf({ ended, call, isCaller }: CallView): EndWords | null {
  if (ended === "telephone" && isCaller) {
    const who = call?.callee.name ?? "El residente";
    const said = call?.said ? saidWords[call.said] : "";
    return {
      kind: "success",
      title: "Contestó por teléfono",
      text: `${who} contestó por teléfono. ${said}`.trim(),
    };
  }
  if (ended === "rejected" && call?.rejectMessage) {
    return { kind: "failure", text: call.rejectMessage };
  }
  if (ended === "missed" && call?.isFromLobby) {
    return { kind: "failure", text: callSentences.missedFromLobby };
  }
  return ended === null ? null : endWords[ended];
}

const endWords: Record<CallEnd, EndWords | null> = {
  here: null,
  other: { kind: "success", title: "Llamada terminada", text: "La otra persona colgó o ya no está." },
  rejected: { kind: "failure", text: callSentences.rejected },
  missed: { kind: "failure", text: callSentences.missed },
  unavailable: { kind: "failure", text: callSentences.notAvailable },
  elsewhere: {
    kind: "success",
    title: "Llamada en otro dispositivo",
    text: "Sigues esta llamada en otro de tus dispositivos.",
  },
  telephone: {
    kind: "success",
    title: "Contestaste por teléfono",
    text: "Esta llamada se contestó por teléfono.",
  },
};

/** How a refused permission is given back, in the browser that this seems to be. */
export function howToAllow(userAgent: string): string {
  if (/iPhone|iPad/.test(userAgent)) {
    return "En iPhone: Ajustes › Safari › Cámara y Micrófono › Permitir. Después vuelve aquí.";
  }
  if (/Android/.test(userAgent)) {
    return "Toca el ícono a la izquierda de la dirección, luego Permisos, y permite Cámara y Micrófono.";
  }
  if (/Firefox/.test(userAgent)) {
    return "Haz clic en el ícono de la cámara tachada junto a la dirección y quita el bloqueo.";
  }
  return "Haz clic en el ícono a la izquierda de la dirección y permite Cámara y Micrófono.";
}

/** Asked of who goes back to another screen while two people talk. */
export const leavingQuestion = {
  title: "¿Colgar la llamada?",
  text: "Si sales de esta pantalla, la llamada termina.",
  takesAway: true,
};
