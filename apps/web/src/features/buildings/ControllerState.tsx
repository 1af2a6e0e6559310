import type { AdminBuilding } from "@umbral/contract/buildings/building-list.contract";
import { formatSince } from "../../lib/dates.ts";
import css from "./ControllerState.module.css";

type Known = Pick<AdminBuilding, "controller" | "lastSeenAt" | "timeZone">;

/** How a building's controller is, in a word, and since when it is away. */
export function ControllerState({ building }: { building: Known }) {
  return (
    <span className={css["state"]} data-state={building.controller}>
      {wordsOf(building)}
    </span>
  );
}

function wordsOf({ controller, lastSeenAt, timeZone }: Known): string {
  switch (controller) {
    case "online":
      return "En línea";
    case "some":
      return "En línea en parte";
    case "none":
      return "Sin controlador";
    case "away":
      return lastSeenAt === null
        ? "Sin conexión"
        : `Sin conexión desde ${formatSince(lastSeenAt, new Date(), timeZone)}`;
  }
}
