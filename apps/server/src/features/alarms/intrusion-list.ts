import { intrusionWords } from "@umbral/contract/alarms/intrusion-words";
import type { exportIntrusions, listIntrusions } from "@umbral/contract/alarms/intrusions.contract";
import type { z } from "zod";
import type { Actor, Services } from "../../platform/context.ts";
import { batchesOf, type CsvColumn, type CsvFile, csvParts } from "../../platform/csv.ts";
import { administeredIn, type PageAsked } from "../../platform/event-pages.ts";
import { writeReading } from "../audit/audit.service.ts";
import { todayIn } from "../buildings/buildings.service.ts";
import { findIntrusions, findIntrusionsAfter, type WantedIntrusions } from "./intrusion-list.queries.ts";

/** What cameras and doors of the buildings that the actor administers noticed, a page at a time. */
export const listIntrusionsOf = (
  services: Services,
  actor: Actor,
  query: z.output<(typeof listIntrusions)["query"]>,
): Promise<Listed> => listed(services, actor, administeredIn(actor, query), query);

/** What those of one building noticed today, for who watches it. */
export const listTodaysIntrusionsOf = async (
  services: Services,
  actor: Actor,
  buildingId: string,
  page: PageAsked,
): Promise<Listed> => listed(services, actor, await todayIn(services, buildingId), page);

type Listed = z.input<(typeof listIntrusions)["reply"]>;

/** Pictures that are shown are written down. */
async function listed(
  services: Services,
  actor: Actor,
  wanted: WantedIntrusions,
  page: PageAsked,
): Promise<Listed> {
  const { db, addresses } = services;
  const { rows, totalPages, hasOlder } = await findIntrusions(db, wanted, page);
  const shown = rows.reduce((sum, { pictures }) => sum + (pictures?.length ?? 0), 0);
  if (shown > 0) {
    await writeReading(services, actor, {
      action: "alarms.intrusions-shown",
      buildingId: wanted.buildingId,
      detail: { pictures: shown },
    });
  }
  return {
    eventIntrusionDetails: await Promise.all(
      rows.map(async ({ startedAt, endedAt, toldAt, pictures, ...row }) => ({
        ...row,
        toldAt: toldAt?.toISOString() ?? null,
        startTime: startedAt.toISOString(),
        endTime: endedAt?.toISOString() ?? null,
        imageUrls: await Promise.all((pictures ?? []).map(({ fileId }) => addresses.forFile(fileId))),
        imageTimes: (pictures ?? []).map(({ takenAt }) => new Date(takenAt).toISOString()),
      })),
    ),
    totalPages,
    hasOlder,
  };
}

type IntrusionRow = Awaited<ReturnType<typeof findIntrusionsAfter>>[number];

const columns: readonly CsvColumn<IntrusionRow>[] = [
  { header: "Comienzo", value: ({ localStart }) => localStart },
  { header: "Fin", value: ({ localEnd }) => localEnd },
  { header: "Edificio", value: ({ buildingName }) => buildingName },
  { header: "Qué pasó", value: ({ kind }) => intrusionWords[kind] },
  { header: "Puerta", value: ({ doorName }) => doorName },
  { header: "Entrada", value: ({ inputName }) => inputName },
  { header: "Cámara", value: ({ cameraName }) => cameraName },
  { header: "Fotos", value: ({ pictures }) => pictures ?? 0 },
];

/** All of them as a file. That somebody took it is written down before the first line leaves. */
export async function exportIntrusionsOf(
  services: Services,
  actor: Actor,
  query: z.output<(typeof exportIntrusions)["query"]>,
): Promise<CsvFile> {
  await writeReading(services, actor, {
    action: "alarms.intrusions-exported",
    buildingId: query.buildingId,
    detail: {},
  });
  const wanted = administeredIn(actor, query);
  const batches = batchesOf<IntrusionRow>((last, limit) =>
    findIntrusionsAfter(services.db, wanted, last, limit),
  );
  return { name: "eventos-de-intrusion", parts: csvParts(columns, batches) };
}
