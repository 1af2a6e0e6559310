import { ReaderTrouble } from "../reader-driver.ts";
import { LINE_TROUBLE } from "../serial/byte-stream.ts";

/** Why a reader of an OSDP line gives no cards, in the words that whoever wires it can act on. */
export const troubleSentences = {
  line: LINE_TROUBLE,
  speed: "Otro lector de esta línea está puesto a otra velocidad: en una línea todos llevan la misma.",
  "address-taken": "Otra puerta ya usa esa dirección en esta línea.",
  "no-answer": "El lector no responde: revisa la alimentación, los hilos A y B, la velocidad y la dirección.",
  nonsense: "Por la línea llega algo que no es OSDP: revisa la velocidad y los hilos A y B.",
  "no-secure-channel": "El lector no tiene canal seguro.",
  "not-in-installation":
    "El lector no acepta la llave nueva: ponlo en modo de instalación y espera unos segundos.",
  "wrong-key":
    "El lector no tiene la llave de este controlador. Si lo cambiaste o lo restableciste, emparéjalo de nuevo.",
  "wrong-seal": "Llegó un mensaje que el lector no selló. Alguien puede estar tocando la línea.",
  "no-key": "El controlador no pudo guardar la llave del lector en su disco.",
  refused: "El lector rechazó lo que se le pidió.",
} as const;
export type TroubleReason = keyof typeof troubleSentences;

/** A reader cannot be listened to any more. */
export class OsdpTrouble extends ReaderTrouble {
  readonly reason: TroubleReason;

  constructor(reason: TroubleReason, options?: ErrorOptions) {
    super(troubleSentences[reason], options);
    this.reason = reason;
  }
}
