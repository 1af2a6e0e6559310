import { alarmNames } from "@umbral/contract/alarms/alarm-names";
import { intrusionWords } from "@umbral/contract/alarms/intrusion-words";
import type { OpenItem } from "@umbral/contract/kiosks/handing-over.contract";
import { dateWords } from "@umbral/contract/lib/date-words";
import type { Services } from "../../platform/context.ts";
import { findOpenAlarms, findOpenTroubles } from "./alarms-open.queries.ts";
import { goesOnSince } from "./unfinished.ts";

/** Alarms that nobody closed, and doors that were forced or stand open, as a shift is handed over. */
export async function alarmsOpenIn({ db, clock }: Services, buildingId: string): Promise<OpenItem[]> {
  const [alarms, troubles] = await Promise.all([
    findOpenAlarms(db, buildingId),
    findOpenTroubles(db, buildingId, goesOnSince(clock.now())),
  ]);
  return [
    ...alarms.map(({ event, drill, raisedAt, timeZone }): OpenItem => {
      const open = drill ? "Simulacro sin cerrar" : "Alerta sin cerrar";
      return { about: "alarm", text: `${open}: ${alarmNames[event]} · ${dateWords(raisedAt, timeZone)}` };
    }),
    ...troubles.map(
      ({ kind, doorName, startedAt, timeZone }): OpenItem => ({
        about: "door",
        text: `${intrusionWords[kind]}: ${doorName ?? "puerta"} · desde ${dateWords(startedAt, timeZone)}`,
      }),
    ),
  ];
}
