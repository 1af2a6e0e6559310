import { openingWords } from "@umbral/contract/doors/opening-words";
import type { exportOpenings, listOpenings } from "@umbral/contract/doors/openings.contract";
import type { z } from "zod";
import type { Actor, Services } from "../../platform/context.ts";
import { batchesOf, type CsvColumn, type CsvFile, csvParts } from "../../platform/csv.ts";
import { administeredIn, type PageAsked } from "../../platform/event-pages.ts";
import { writeReading } from "../audit/audit.service.ts";
import { todayIn } from "../buildings/buildings.service.ts";
import { recordGapsOf } from "../controllers/record-gaps.ts";
import { findOpenings, findOpeningsAfter, type WantedOpenings } from "./openings.queries.ts";

/** Doors that opened in the buildings that the actor administers, a page at a time. */
export const listOpeningsOf = (
  services: Services,
  actor: Actor,
  query: z.output<(typeof listOpenings)["query"]>,
): Promise<Listed> => listed(services, actor, administeredIn(actor, query), query);

/** Doors of one building that opened today, for who watches it. */
export const listTodaysOpeningsOf = async (
  services: Services,
  actor: Actor,
  buildingId: string,
  page: PageAsked,
): Promise<Listed> => listed(services, actor, { ...(await todayIn(services, buildingId)), person: "" }, page);

type Listed = z.input<(typeof listOpenings)["reply"]>;

/** Faces that are shown are written down. */
async function listed(
  services: Services,
  actor: Actor,
  wanted: WantedOpenings,
  page: PageAsked,
): Promise<Listed> {
  const { db, addresses } = services;
  const [{ rows, totalPages, hasOlder }, gaps] = await Promise.all([
    findOpenings(db, wanted, page),
    recordGapsOf(services, wanted),
  ]);
  const pictures = rows.filter(({ pictureFileId }) => pictureFileId !== null).length;
  if (pictures > 0) {
    await writeReading(services, actor, {
      action: "doors.openings-shown",
      buildingId: wanted.buildingId,
      detail: { pictures },
    });
  }
  return {
    eventOpenDoorDetails: await Promise.all(
      rows.map(async ({ pictureFileId, occurredAt, toldAt, ...row }) => ({
        ...row,
        // A program has a name, and no page.
        userId: row.origin === "API" ? null : row.userId,
        toldAt: toldAt?.toISOString() ?? null,
        image_url: await addresses.forFile(pictureFileId),
        timestamp_camera: occurredAt.toISOString(),
      })),
    ),
    totalPages,
    hasOlder,
    gaps,
  };
}

type OpeningRow = Awaited<ReturnType<typeof findOpeningsAfter>>[number];

const columns: readonly CsvColumn<OpeningRow>[] = [
  { header: "Fecha y hora", value: ({ localTime }) => localTime },
  { header: "Edificio", value: ({ buildingName }) => buildingName },
  { header: "Puerta", value: ({ doorName }) => doorName },
  { header: "Persona", value: ({ userName }) => userName },
  { header: "Apartamento", value: ({ apartment }) => apartment },
  { header: "Cómo se abrió", value: openingWords },
];

/** All of them as a file. That somebody took it is written down before the first line leaves. */
export async function exportOpeningsOf(
  services: Services,
  actor: Actor,
  query: z.output<(typeof exportOpenings)["query"]>,
): Promise<CsvFile> {
  await writeReading(services, actor, {
    action: "doors.openings-exported",
    buildingId: query.buildingId,
    detail: {},
  });
  const wanted = administeredIn(actor, query);
  const batches = batchesOf<OpeningRow>((last, limit) => findOpeningsAfter(services.db, wanted, last, limit));
  return { name: "puertas-abiertas", parts: csvParts(columns, batches) };
}
