import { wordsOfValue } from "@umbral/contract/audit/audit-fields";
import type { ApartmentSettings } from "@umbral/contract/buildings/administering-apartments.contract";
import type { AdminBuilding } from "@umbral/contract/buildings/building-list.contract";
import type { Actor, Services } from "../../platform/context.ts";
import { type CsvColumn, type CsvFile, chosenOf, csvParts, inBatches } from "../../platform/csv.ts";
import { writeReading } from "../audit/audit.service.ts";
import type { ControllerHub } from "../controllers/controller-hub.ts";
import { readApartmentsOf } from "./administering-apartments.service.ts";
import { listAdminBuildings } from "./building-list.ts";

const controllerNames: Readonly<Record<AdminBuilding["controller"], string>> = {
  online: "En línea",
  some: "En línea en parte",
  away: "Sin conexión",
  none: "Sin controlador",
};

const ofBuildings: readonly CsvColumn<AdminBuilding>[] = [
  { header: "Edificio", value: ({ name }) => name },
  { header: "Dirección", value: ({ address1 }) => address1 },
  { header: "Ciudad", value: ({ city }) => city },
  { header: "Departamento", value: ({ state }) => state },
  { header: "Tipo", value: ({ type }) => wordsOfValue("type", type) },
  { header: "Apartamentos", value: ({ apartments }) => apartments },
  { header: "Puertas", value: ({ doors }) => doors },
  { header: "Controlador", value: ({ controller }) => controllerNames[controller] },
  { header: "Última conexión (UTC)", value: ({ lastSeenAt }) => lastSeenAt },
];

/** The buildings that are found, each with how its controller is. That somebody took them is written down first. */
export async function exportBuildingList(
  services: Services,
  hub: ControllerHub,
  actor: Actor,
  { search, ids }: { search: string; ids?: readonly string[] | undefined },
): Promise<CsvFile> {
  const { buildings } = await listAdminBuildings(services, hub, actor, {
    search,
    sort: "name",
    direction: "asc",
  });
  await writeReading(services, actor, { action: "buildings.exported", detail: {}, buildingId: undefined });
  return { name: "edificios", parts: csvParts(ofBuildings, inBatches(chosenOf(buildings, ids))) };
}

const ofApartments: readonly CsvColumn<ApartmentSettings>[] = [
  { header: "Torre", value: ({ tower }) => tower.name },
  { header: "Piso", value: ({ floor }) => floor.name },
  { header: "Apartamento", value: ({ name }) => name },
  { header: "Tipo", value: ({ apartmentType }) => wordsOfValue("apartmentType", apartmentType) },
  { header: "Dirección", value: ({ address }) => address },
  { header: "Activo", value: ({ active }) => (active ? "Sí" : "No") },
  { header: "Personas", value: ({ people }) => people },
];

/** The homes of a building that are found. */
export async function exportApartmentsOf(
  services: Services,
  actor: Actor,
  buildingId: string,
  {
    ids,
    ...narrowed
  }: {
    search?: string | undefined;
    active?: "true" | "false" | undefined;
    ids?: readonly string[] | undefined;
  },
): Promise<CsvFile> {
  const { apartments } = await readApartmentsOf(services, buildingId, narrowed);
  await writeReading(services, actor, { action: "buildings.apartments-exported", detail: {}, buildingId });
  return { name: "apartamentos", parts: csvParts(ofApartments, inBatches(chosenOf(apartments, ids))) };
}
