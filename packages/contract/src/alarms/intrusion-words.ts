import type { IntrusionKind } from "./intrusions.contract.ts";

/** What was noticed, as a person reads it. */
export const intrusionWords: Readonly<Record<IntrusionKind, string>> = {
  motion: "Movimiento",
  "door-forced": "Puerta forzada",
  "door-held": "Puerta abierta demasiado tiempo",
  fire: "Panel de incendio activado",
  tamper: "Sabotaje de un equipo",
  "low-battery": "Batería baja",
  "button-stuck": "Botón de salida trabado",
  "wrong-codes": "Códigos errados en el teclado",
};
