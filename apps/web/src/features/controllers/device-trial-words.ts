import type { BoardState } from "@umbral/contract/boards/boards";
import type { CircuitState, DeviceTrial, LastRead, TriedDevice } from "@umbral/contract/doors/device-trial";
import type { ReaderState } from "@umbral/contract/doors/door-devices";
import { formatSince } from "../../lib/dates.ts";

/** How a device is, for a person, and whether that is as it should be. */
export function stateWords(
  trial: DeviceTrial,
  { now, timeZone }: { now: Date; timeZone?: string | undefined },
): { text: string; isGood: boolean } {
  const since = (at: string) => `desde ${formatSince(at, now, timeZone)}`;
  if (trial.device === "reader") {
    const { state } = trial;
    const isGood =
      state.outcome === "listening" &&
      !state.isTampered &&
      state.hasPower &&
      state.isSecure !== false &&
      state.board?.decides !== "board" &&
      state.damage === undefined;
    return { text: readerWords(state, since), isGood };
  }
  const { state } = trial;
  return {
    text: circuitWords(trial.device, state, since),
    isGood: state.outcome === "known",
  };
}

function readerWords(state: ReaderState, since: (at: string) => string): string {
  switch (state.outcome) {
    case "none":
      return "el controlador no tiene lector en esta puerta.";
    case "starting":
      return "el controlador está buscando el lector.";
    case "away":
      return `sin respuesta${state.since === undefined ? "" : ` ${since(state.since)}`}. ${state.why}`;
    case "listening":
      if (state.isTampered) {
        return "el lector responde, pero su caja está abierta.";
      }
      if (!state.hasPower) {
        return "el lector responde, pero le falta energía.";
      }
      if (state.damage !== undefined) {
        return `la última lectura llegó dañada. ${state.damage}`;
      }
      return state.board
        ? `el lector responde. ${boardWords(state.board)}`
        : (channels[String(state.isSecure)] ?? "el lector responde.");
  }
}

const channels: Readonly<Record<string, string>> = {
  true: "el lector responde por un canal seguro.",
  false: "el lector responde sin canal seguro.",
};

/** Of a door whose board is away from its controller, or whose controller is away. */
export const BOARD_ALONE = "Mientras tanto decide la placa, con su propia lista.";

/** Who decides at a board, and whether its own list is as it should be. */
function boardWords({ decides, cards, cardsExpected, cardsLeftOut, eventsLost }: BoardState): string {
  return [
    decides === "controller" ? "Decide el controlador." : "Decide la placa.",
    cards === null || cardsExpected === null
      ? "El controlador está leyendo la lista de la placa."
      : `En la placa hay ${cards} de ${cardsExpected} tarjetas.`,
    ...(cardsLeftOut === 0 ? [] : [`${cardsLeftOut} no caben en ella: solo entran con el controlador.`]),
    ...(eventsLost === 0 ? [] : [`La placa sobrescribió ${eventsLost} eventos antes de que se leyeran.`]),
  ].join(" ");
}

type Circuit = Exclude<TriedDevice, "reader">;

const positions: Readonly<Record<Circuit, Readonly<Record<"on" | "off", string>>>> = {
  contact: { on: "abierta", off: "cerrada" },
  input: { on: "activada", off: "en reposo" },
};
const noDevice: Readonly<Record<Circuit, string>> = {
  contact: "el controlador no tiene sensor en esta puerta.",
  input: "el controlador no tiene esta entrada.",
};

const positionOf = (device: Circuit, isOn: boolean): string => positions[device][isOn ? "on" : "off"];

function circuitWords(device: Circuit, state: CircuitState, since: (at: string) => string): string {
  switch (state.outcome) {
    case "none":
      return noDevice[device];
    case "starting":
      return "el controlador está preguntando.";
    case "known":
      return `${positionOf(device, state.isOn)}, ${since(state.since)}.`;
    case "away":
      return `sin respuesta ${since(state.since)}. ${state.why}`;
  }
}

/** What whoever tries it does now. */
export const trialHints: Readonly<Record<TriedDevice, string>> = {
  reader: "Pasa una tarjeta por el lector, o toca su teclado. La puerta abre o no, como siempre.",
  contact: "Abre o cierra la puerta.",
  input: "Oprime el botón o acciona el contacto. Lo que mueve, lo mueve como siempre.",
};

/** It read or changed. */
export function seenWords(trial: DeviceTrial): string {
  if (trial.device === "reader") {
    return trial.last === null ? "Leyó algo." : readWords(trial.last);
  }
  return trial.state.outcome === "known"
    ? `Cambió: ${positionOf(trial.device, trial.state.isOn)}.`
    : "Cambió, y dejó de responder.";
}

const readWords = (last: LastRead): string =>
  last.kind === "card" ? `Leyó una tarjeta terminada en ${last.ending}.` : "Tocaron su teclado.";

/** The whole time of a trial went by. */
export const nothingSeen: Readonly<Record<TriedDevice, string>> = {
  reader: "En 30 segundos no leyó nada. Revisa sus cables, y que la tarjeta sea de la clase que lee.",
  contact: "En 30 segundos no cambió. Revisa sus cables y el imán.",
  input: "En 30 segundos no cambió. Revisa sus cables.",
};
