import { cardHolderStateNames } from "@umbral/contract/users/card-holder-words";
import type { CardHolder, exportCardHolders } from "@umbral/contract/users/card-holders.contract";
import type { z } from "zod";
import type { Actor, Services } from "../../platform/context.ts";
import { type CsvColumn, type CsvFile, csvParts } from "../../platform/csv.ts";
import { writeReading } from "../audit/audit.service.ts";
import { batchesOfCardHolders } from "./card-holders.service.ts";

const columns: readonly CsvColumn<CardHolder>[] = [
  { header: "Nombre", value: ({ name }) => name },
  {
    header: "De quién es",
    value: ({ apartment }) => (apartment === null ? "Del edificio" : `Apartamento ${apartment.name}`),
  },
  { header: "Estado", value: ({ state }) => cardHolderStateNames[state] },
  { header: "Niveles", value: ({ levels }) => levels.map(({ name }) => name).join(", ") },
  { header: "Tarjetas", value: ({ cards }) => cards.map(({ tag }) => tag).join(", ") },
  { header: "Desde (UTC)", value: ({ from }) => from },
  { header: "Hasta (UTC)", value: ({ until }) => until },
];

/** Those of a building who have no account and are found, or who were chosen, as a file. That somebody took it is written down before the first line leaves. */
export async function exportCardHoldersOf(
  services: Services,
  actor: Actor,
  buildingId: string,
  wanted: z.output<(typeof exportCardHolders)["query"]>,
): Promise<CsvFile> {
  await writeReading(services, actor, { action: "card-holders.exported", detail: {}, buildingId });
  return {
    name: "personas-sin-cuenta",
    parts: csvParts(columns, batchesOfCardHolders(services, buildingId, wanted)),
  };
}
