import { intrusionWords } from "@umbral/contract/alarms/intrusion-words";
import type { OpenItem } from "@umbral/contract/kiosks/handing-over.contract";
import { dateWords } from "@umbral/contract/lib/date-words";
import type { Services } from "../../platform/context.ts";
import { findOpenAlarms, findOpenTroubles } from "./alarms-open.queries.ts";

/** Alarms that nobody closed, and doors that were forced or stand open, as a shift is handed over. */
export async function alarmsOpenIn({ db }: Services, buildingId: string): Promise<OpenItem[]> {
  const [alarms, troubles] = await Promise.all([
    findOpenAlarms(db, buildingId),
    findOpenTroubles(db, buildingId),
  ]);
  return [
    ...alarms.map(({ event, drill, raisedAt, timeZone }): OpenItem => {
      const what = event === "INTRUSION" ? "intrusión" : "emergencia";
      const since = dateWords(raisedAt, timeZone);
      return { about: "alarm", text: `Alerta sin cerrar: ${what}${drill ? " (simulacro)" : ""} · ${since}` };
    }),
    ...troubles.map(
      ({ kind, doorName, startedAt, timeZone }): OpenItem => ({
        about: "door",
        text: `${intrusionWords[kind]}: ${doorName ?? "puerta"} · desde ${dateWords(startedAt, timeZone)}`,
      }),
    ),
  ];
}
