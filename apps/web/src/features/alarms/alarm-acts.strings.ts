import type { SirenState } from "@umbral/contract/alarms/alarms.contract";

/** What was reached when an alarm was raised. Nothing is promised that the controller has not said. */
export function raisedSentence(
  { confirmed, siren }: { confirmed: boolean; siren: SirenState },
  isDrill: boolean,
): string {
  const sent = isDrill ? "Simulacro enviado a todo el edificio." : "Alerta enviada a todo el edificio.";
  if (confirmed) {
    return `${sent} La sirena está sonando.`;
  }
  return siren === "none"
    ? `${sent} Este edificio no tiene sirena.`
    : `${sent} La sirena está sin confirmar.`;
}

/** What silencing does, asked before it is done. */
export const silenceQuestion = (isDrill: boolean): string =>
  `Se apagará la sirena y todo el edificio sabrá que ${isDrill ? "lo" : "la"} silenciaste. Mantén presionado hasta completar el círculo.`;

interface Silenced {
  id: string | null;
  confirmed: boolean;
  siren: SirenState;
  isHeardByDoors?: boolean | undefined;
  unheardDoors?: readonly string[] | undefined;
}

/** Siren and doors did as they were told: nobody has to look. */
export const isAllSilent = ({ confirmed, isHeardByDoors }: Silenced): boolean =>
  confirmed && isHeardByDoors !== false;

/** What was reached when it was silenced. A drill's end does not end the siren of a real alarm. */
export function silencedSentence(
  { id, confirmed, siren, isHeardByDoors, unheardDoors = [] }: Silenced,
  isDrill: boolean,
): string {
  const done = isDrill ? "Simulacro silenciado." : "Alerta silenciada.";
  const none = isDrill ? "No había un simulacro activo." : "No había una alerta activa.";
  const what = id === null ? none : done;
  if (isDrill && siren === "sounding") {
    return `${what} La sirena sigue sonando: hay una alerta que no es simulacro.`;
  }
  const sirenToo = confirmed ? what : `${what} La sirena está sin confirmar.`;
  return isHeardByDoors === false
    ? `${sirenToo} Revisa ${unheardDoors.join(", ") || "las puertas"}: no hubo respuesta.`
    : sirenToo;
}

export const sirenWords: Record<SirenState, string> = {
  sounding: "La sirena sonó",
  silent: "La sirena está en silencio",
  none: "El edificio no tiene sirena",
  unknown: "La sirena está sin confirmar",
};
