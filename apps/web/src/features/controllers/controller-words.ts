import type {
  AccessComparison,
  ControllerState,
  SecondSignIn,
} from "@umbral/contract/controllers/registering.contract";

export const controllerStateWords: Readonly<Record<ControllerState["state"], string>> = {
  waiting: "Esperando el emparejamiento",
  expired: "El código venció: pide otro",
  connected: "Conectado",
  away: "Sin conexión",
};

/** What a device's controller is called: its name, or that it has none. */
export const controllerName = (
  controllers: readonly Pick<ControllerState, "id" | "name">[],
  id: string | null,
): string => controllers.find((controller) => controller.id === id)?.name ?? "Sin controlador";

/** What a controller has of its doors, cameras and siren, against what it should have. */
export function configurationWords(configuration: ControllerState["configuration"]): string {
  switch (configuration?.state) {
    case undefined:
      return "—";
    case "none":
      return "Sin configuración todavía";
    case "same":
      return `Al día (${shortDigest(configuration.wanted)})`;
    case "other":
      return `Tiene ${configuration.kept === null ? "otra" : shortDigest(configuration.kept)} y debe tener ${shortDigest(configuration.wanted)}`;
  }
}

/** As much of a digest as two people compare by telephone. */
const shortDigest = (digest: string): string => digest.slice(0, 8);

/** What is said of a key that was used twice at once. */
export const secondSignInWords = ({ from, answered }: SecondSignIn, when: string): string =>
  answered
    ? `Dos equipos usan la llave de este controlador: el ${when} entró otro desde ${from} mientras el primero seguía conectado. Si no lo cambiaste tú, reemplaza el controlador: la llave anterior deja de servir.`
    : `El ${when} el controlador volvió a entrar desde ${from} antes de que se notara que su línea anterior se había caído.`;

/** What a controller has to decide by who comes in, against what it should have. */
export function accessWords(access: AccessComparison | null): string {
  if (access === null) {
    return "—";
  }
  const { state, kept, wanted } = access;
  if (state === "none" || kept === null) {
    return "Sin lista todavía: ninguna tarjeta abre";
  }
  if (state === "same") {
    return `Al día, con ${kept.number} cambios (${shortDigest(kept.digest)})`;
  }
  const missing = wanted.number - kept.number;
  const what =
    state === "other"
      ? "Distinta de la del servidor: se envía de nuevo"
      : `Le ${missing === 1 ? "falta 1 cambio" : `faltan ${missing} cambios`}`;
  return `${what}. Tiene ${listWords(kept)}, debe tener ${listWords(wanted)}`;
}

/** '41 (a1b2c3d4)' */
const listWords = ({ number, digest }: { number: number; digest: string }): string =>
  `${number} (${shortDigest(digest)})`;

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

/** '3 días 4 h', '2 h 5 min', '45 s': its two largest parts. */
export function durationWords(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const days = Math.floor(seconds / DAY_S);
  const hours = Math.floor((seconds % DAY_S) / HOUR_S);
  const minutes = Math.floor((seconds % HOUR_S) / MINUTE_S);
  if (days > 0) {
    return `${days} ${days === 1 ? "día" : "días"} ${hours} h`;
  }
  if (hours > 0) {
    return `${hours} h ${minutes} min`;
  }
  return minutes > 0 ? `${minutes} min` : `${seconds} s`;
}
