import type { ReaderState as State } from "@umbral/contract/doors/door-devices";
import { sentenceFor } from "../../lib/sentences.ts";
import { useReaderState } from "./administering-doors.api.ts";
import css from "./DoorForm.module.css";

/** How the reader of a door is now, as it was last saved. */
export function ReaderState({ doorId }: { doorId: string }) {
  const { data, error } = useReaderState(doorId);
  const isGood =
    data?.outcome === "listening" &&
    !data.isTampered &&
    data.hasPower &&
    data.isSecure !== false &&
    data.damage === undefined;
  const said = error ? sentenceFor(error) : data ? wordsOf(data) : "Preguntando al controlador…";
  return (
    <p className={css[isGood || !data ? "hint" : "warning"]} role="status">
      Ahora: {said}
    </p>
  );
}

function wordsOf(state: State): string {
  switch (state.outcome) {
    case "none":
      return "el controlador no tiene lector en esta puerta.";
    case "starting":
      return "el controlador está buscando el lector.";
    case "away":
      return `sin respuesta. ${state.why}`;
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
      return channels[String(state.isSecure)] ?? "el lector responde.";
  }
}

const channels: Readonly<Record<string, string>> = {
  true: "el lector responde por un canal seguro.",
  false: "el lector responde sin canal seguro.",
};
