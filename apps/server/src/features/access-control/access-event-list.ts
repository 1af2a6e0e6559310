import type {
  exportDecisions,
  listDecisions,
  listTodaysDecisions,
} from "@umbral/contract/access-control/access-events.contract";
import { accessWords, credentialNames } from "@umbral/contract/access-control/access-outcome-words";
import type { z } from "zod";
import type { Actor, Services } from "../../platform/context.ts";
import { batchesOf, type CsvColumn, type CsvFile, csvParts } from "../../platform/csv.ts";
import { administeredIn, type PageAsked } from "../../platform/event-pages.ts";
import { writeReading } from "../audit/audit.service.ts";
import { todayIn } from "../buildings/buildings.service.ts";
import { recordGapsOf } from "../controllers/record-gaps.ts";
import { findAccess, findAccessAfter, type WantedAccess } from "./access-event-list.queries.ts";

/** What was decided at readers of the buildings that the actor administers, a page at a time. */
export const listAccessOf = (
  services: Services,
  actor: Actor,
  query: z.output<(typeof listDecisions)["query"]>,
): Promise<Listed> => listed(services, actor, administeredIn(actor, query), query);

/** What was decided at those of one building today, for who watches it. */
export const listTodaysAccessOf = async (
  services: Services,
  actor: Actor,
  buildingId: string,
  { doorId, outcome, ...page }: z.output<(typeof listTodaysDecisions)["query"]>,
): Promise<Listed> =>
  listed(services, actor, { ...(await todayIn(services, buildingId)), person: "", doorId, outcome }, page);

type Listed = z.input<(typeof listDecisions)["reply"]>;

/** Faces that are shown are written down. */
async function listed(
  services: Services,
  actor: Actor,
  wanted: WantedAccess,
  page: PageAsked,
): Promise<Listed> {
  const { db, addresses } = services;
  const [{ rows, totalPages, hasOlder }, gaps] = await Promise.all([
    findAccess(db, wanted, page),
    recordGapsOf(services, wanted),
  ]);
  const pictures = rows.filter(({ pictureFileId }) => pictureFileId !== null).length;
  if (pictures > 0) {
    await writeReading(services, actor, {
      action: "access-control.events-shown",
      buildingId: wanted.buildingId,
      detail: { pictures },
    });
  }
  return {
    accessEvents: await Promise.all(
      rows.map(async ({ pictureFileId, occurredAt, toldAt, ...row }) => ({
        ...row,
        at: occurredAt.toISOString(),
        toldAt: toldAt?.toISOString() ?? null,
        imageUrl: await addresses.forFile(pictureFileId),
      })),
    ),
    totalPages,
    hasOlder,
    gaps,
  };
}

type AccessRow = Awaited<ReturnType<typeof findAccessAfter>>[number];

const columns: readonly CsvColumn<AccessRow>[] = [
  { header: "Fecha y hora", value: ({ localTime }) => localTime },
  { header: "Edificio", value: ({ buildingName }) => buildingName },
  { header: "Puerta", value: ({ doorName }) => doorName },
  { header: "Con", value: ({ credential }) => credentialNames[credential] },
  { header: "Resultado", value: accessWords },
  { header: "Persona", value: ({ userName }) => userName },
  { header: "Etiqueta desconocida", value: ({ tag }) => tag },
  { header: "Sin conexión", value: ({ isOffline }) => (isOffline ? "Sí" : "No") },
];

/** All of them as a file. That somebody took it is written down before the first line leaves. */
export async function exportAccessOf(
  services: Services,
  actor: Actor,
  query: z.output<(typeof exportDecisions)["query"]>,
): Promise<CsvFile> {
  await writeReading(services, actor, {
    action: "access-control.events-exported",
    buildingId: query.buildingId,
    detail: {},
  });
  const wanted = administeredIn(actor, query);
  const batches = batchesOf<AccessRow>((last, limit) => findAccessAfter(services.db, wanted, last, limit));
  return { name: "lecturas-de-tarjetas", parts: csvParts(columns, batches) };
}
