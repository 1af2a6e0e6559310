import type { TelephoneWord } from "@umbral/contract/calls/calls.contract";
import type { CallEnd, CallPhase, CallView } from "./call-view.ts";
import type { PersonProgress, RungWay } from "./lobby-call-view.ts";

/** Letter by letter of the specification (§5, §8). */
export const callSentences = {
  notAvailable: "Esta llamada ya no se encuentra disponible",
  rejected: "El usuario ha rechazado tu llamada",
  missed: "El usuario no responde",
  missedFromLobby:
    "Ya hemos notificado al residente, en unos momentos te podrá llamar de vuelta, o intenta nuevamente en 1 minuto...",
  cameraRefused: "Debes darle permisos a la cámara, para poder recibir la llamada.",
  apartmentNotFound: "Apto no encontrado",
} as const;

/** What a resident can say without answering (decisions §5). */
export const cannedAnswers = [
  "Deja el domicilio en el casillero",
  "Abre la puerta cuando escuches el timbre y el lector esté en verde",
  "Nos vemos en la portería",
  "Dame un momento",
  "No estoy disponible, vuelve más tarde",
  "Hablamos luego por teléfono",
] as const;

/** Asked before a second call is answered: a person stands in one. */
export const endsOtherQuestion = {
  title: "Ya estás en otra llamada",
  text: "Si contestas esta, la otra termina.",
} as const;

/** Shown wherever a visitor calls whom the home has not admitted (decisions §5). */
export const UNVERIFIED = "Visitante sin verificar";

/** Asked before a home hears somebody no more. */
export const blockQuestion = (name: string) => ({
  title: `¿Bloquear a ${name}?`,
  text: "Sus llamadas no sonarán más en tu hogar y no lo sabrá. Puedes desbloquearlo en Llamadas.",
});

/** How it goes with one person, while an apartment is called. */
export const progressWords: Record<PersonProgress, string> = {
  notifying: "Notificando al residente…",
  ringing: "Timbrando en su dispositivo",
  "no-devices": "Sin dispositivos conectados",
  accepted: "Contestó",
  telephone: "Contestó por teléfono",
  rejected: "Rechazó la llamada",
  missed: "No respondió",
  ended: "Llamada cancelada",
  failed: "No pudimos llamarle",
};

/** Of each way by which the call goes to somebody: its short name, and what is true once it has. */
export const wayWords: Record<RungWay, { label: string; done: string }> = {
  device: { label: "Timbre", done: "Timbrando en su dispositivo" },
  push: { label: "Aviso", done: "Notificación push enviada" },
  voice: { label: "Llamada", done: "Llamada telefónica automática realizada" },
  sms: { label: "SMS", done: "SMS enviado" },
};

/** What who answered by telephone said by its keys. */
export const saidWords: Record<TelephoneWord, string> = {
  coming: "Avisó que ya baja.",
  opened: "Abrió la puerta.",
};

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

/** Who calls, said in the order in which a person wants to know it. */
export function originOf({
  isFromLobby,
  isToLobby,
  isUnverified,
  building,
}: {
  isFromLobby: boolean;
  isToLobby: boolean;
  isUnverified: boolean;
  building: { name: string };
}): string {
  if (isToLobby) {
    return building.name;
  }
  if (isUnverified) {
    return `${UNVERIFIED} · ${building.name}`;
  }
  return isFromLobby ? `Portería · ${building.name}` : `Visitante · ${building.name}`;
}

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
