import { cardTypeNames } from "@umbral/contract/cards/card-words";
import { buildingsWhere } from "@umbral/contract/lib/policy";
import type { Actor, Services } from "../../platform/context.ts";
import { batchesOf, type CsvColumn, type CsvFile, csvParts } from "../../platform/csv.ts";
import { writeReading } from "../audit/audit.service.ts";
import { findCardsAfter } from "./cards.queries.ts";

type Row = Awaited<ReturnType<typeof findCardsAfter>>[number];

const columns: readonly CsvColumn<Row>[] = [
  { header: "Etiqueta", value: ({ tag }) => tag },
  { header: "Tipo", value: ({ type }) => cardTypeNames[type] },
  { header: "Activa", value: ({ active }) => (active ? "Sí" : "No") },
  { header: "Último uso (UTC)", value: ({ lastTimeUsed }) => lastTimeUsed?.toISOString() ?? "" },
  { header: "Persona", value: ({ name }) => name },
  { header: "Documento", value: ({ cedula }) => cedula },
  { header: "Desde (UTC)", value: ({ from }) => from?.toISOString() ?? "" },
  { header: "Hasta (UTC)", value: ({ until }) => until?.toISOString() ?? "" },
];

/** All cards, or some of them, as a file. That somebody took it is written down before the first line leaves. */
export async function exportAllCards(
  services: Services,
  actor: Actor,
  ids: readonly string[] | undefined,
): Promise<CsvFile> {
  const { db, clock } = services;
  await writeReading(services, actor, { action: "cards.exported", buildingId: undefined, detail: {} });
  const buildings = buildingsWhere(actor, "buildings.administer");
  const batches = batchesOf<Row>((last, limit) =>
    findCardsAfter(db, { buildings, now: clock.now(), ids }, last?.tag, limit),
  );
  return { name: "tarjetas", parts: csvParts(columns, batches) };
}
