import { wordsOfValue } from "@umbral/contract/audit/audit-fields";
import type { DoorSettings } from "@umbral/contract/doors/administering-doors.contract";
import type { Actor, Services } from "../../platform/context.ts";
import { type CsvColumn, type CsvFile, chosenOf, csvParts, inBatches } from "../../platform/csv.ts";
import { writeReading } from "../audit/audit.service.ts";
import { readDoorsOf } from "./administering-doors.service.ts";

const columns: readonly CsvColumn<DoorSettings>[] = [
  { header: "Puerta", value: ({ name }) => name },
  { header: "Relé", value: ({ localId }) => localId },
  { header: "Torre", value: ({ tower }) => tower.name },
  { header: "Piso", value: ({ floor }) => floor.name },
  { header: "Alcance", value: ({ scope }) => wordsOfValue("scope", scope) },
  { header: "Cerradura", value: ({ lockType }) => wordsOfValue("lockType", lockType) },
  { header: "Pulso en milisegundos", value: ({ pulseMs }) => pulseMs },
  { header: "Cámaras", value: ({ cameras }) => cameras.map(({ name }) => name).join(", ") },
];

/** The doors of a building, or those that somebody chose, without their relays' addresses. */
export async function exportDoorsOf(
  services: Services,
  actor: Actor,
  buildingId: string,
  { ids }: { ids?: readonly string[] | undefined },
): Promise<CsvFile> {
  const { doors } = await readDoorsOf(services, actor, buildingId);
  await writeReading(services, actor, { action: "doors.exported", detail: {}, buildingId });
  return { name: "puertas", parts: csvParts(columns, inBatches(chosenOf(doors, ids))) };
}
