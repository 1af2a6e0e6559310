import type { IntrusionKind } from "./intrusions.contract.ts";

/** What was noticed, as a person reads it. */
export const intrusionWords: Readonly<Record<IntrusionKind, string>> = {
  motion: "Movimiento",
  "door-forced": "Puerta forzada",
  "door-held": "Puerta abierta demasiado tiempo",
};
