import type { InputKind } from "@umbral/contract/inputs/input-devices";

/** What an input of this kind does, as its form says. */
export const whatItDoes: Readonly<Record<InputKind, string>> = {
  "exit-button":
    "Abre su puerta de inmediato, siempre, también sin servidor y sin internet. Si queda presionado, la puerta no " +
    "queda abierta: abre una vez y, a los 30 segundos, avisa a la portería.",
  "fire-panel": "Avisa de inmediato a la portería y a la administración, en pantalla y por notificación.",
  tamper: "Avisa de inmediato cuando alguien destapa el equipo o corta su cable.",
  "low-battery": "Avisa cuando la fuente trabaja con batería o la batería se agota.",
};

/** How a circuit that rests so is wired. */
export const wiringOfRest = (rest: string): string =>
  rest === "closed"
    ? "En reposo el circuito está cerrado (contacto NC): si alguien corta el cable, también avisa."
    : "En reposo el circuito está abierto (contacto NA): avisa cuando se cierra.";
