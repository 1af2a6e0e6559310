import type { ClipCause } from "./clip-wire.contract.ts";

/** Why a clip was kept, as a person reads it. */
export const clipCauseWords: Readonly<Record<ClipCause, string>> = {
  opening: "Puerta abierta",
  intrusion: "Evento de intrusión",
  ring: "Llamada desde la entrada",
  alarm: "Alerta",
};

/** The same of one clip or one event: an alarm that was a drill says so. */
export const clipCauseOf = ({
  cause,
  isDrill,
}: {
  cause: ClipCause;
  isDrill?: boolean | undefined;
}): string => (isDrill === true ? "Simulacro de alerta" : clipCauseWords[cause]);
