import type { AlarmEvent } from "@umbral/contract/alarms/alarms.contract";
import type { AlarmRow } from "./alarms.queries.ts";

/** The buttons' own words (specification §2), without what only a button says. */
const names: Record<AlarmEvent, string> = {
  INTRUSION: "Alerta de Seguridad (Intruso)",
  EMERGENCY: "Alerta de Emergencia",
};

/** A drill says so before anything else. */
export const titleOf = ({ event, drill }: Pick<AlarmRow, "event" | "drill">): string =>
  drill ? `Simulacro: ${names[event]}` : names[event];

export const whoAndWhere = (
  by: { name: string; apartment: { name: string } | null },
  building: string,
): string => `${by.name}${by.apartment ? `, apartamento ${by.apartment.name}` : ""} · ${building}`;
