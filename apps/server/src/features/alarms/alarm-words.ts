import { alarmNames } from "@umbral/contract/alarms/alarm-names";
import type { AlarmRow } from "./alarms.queries.ts";

/** Of one that was silenced; a drill says here too that it is one before anything else. */
export const silencedTitleOf = ({ event, drill }: Pick<AlarmRow, "event" | "drill">): string =>
  `${drill ? "Simulacro silenciado" : "Silenciada"}: ${alarmNames[event]}`;

export const whoAndWhere = (
  by: { name: string; apartment: { name: string } | null },
  building: string,
): string => `${by.name}${by.apartment ? `, apartamento ${by.apartment.name}` : ""} · ${building}`;
