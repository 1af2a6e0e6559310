export const modeSentences = {
  title: "Modo de la puerta",
  free: "Libre hasta…",
  freeHint: "Nadie necesita tarjeta ni app. Termina sola a su hora, también sin conexión.",
  locked: "Bloqueada hasta…",
  lockedHint: "Solo entran quienes su nivel deja pasar. La salida nunca se bloquea.",
  asAlways: "Como siempre",
  onlyPulses:
    "El relé de esta puerta solo da pulsos, así que no puede quedar libre. Se cambia en la configuración de la puerta.",
  notLater: "* Escribe una hora que esté por venir",
} as const;

/** So many doors, in words. */
export const doorsWords = (count: number): string => (count === 1 ? "1 puerta" : `${count} puertas`);
