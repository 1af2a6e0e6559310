import { intrusionWords } from "@umbral/contract/alarms/intrusion-words";
import type { exportIntrusions, listIntrusions } from "@umbral/contract/alarms/intrusions.contract";
import type { z } from "zod";
import type { Actor, Services } from "../../platform/context.ts";
import { batchesOf, type CsvColumn, type CsvFile, csvParts } from "../../platform/csv.ts";
import { writeReading } from "../audit/audit.service.ts";
import { refuseUnknownBuilding } from "../buildings/buildings.service.ts";
import { findIntrusions, findIntrusionsAfter } from "./intrusion-list.queries.ts";

/** What cameras and doors noticed, a page at a time. Pictures that are shown are written down. */
export async function listIntrusionsOf(
  services: Services,
  actor: Actor,
  query: z.output<(typeof listIntrusions)["query"]>,
): Promise<z.input<(typeof listIntrusions)["reply"]>> {
  const { db, addresses } = services;
  await refuseUnknownBuilding(services, query.buildingId);
  const { rows, totalPages, hasOlder } = await findIntrusions(db, query, query);
  const shown = rows.reduce((sum, { pictures }) => sum + (pictures?.length ?? 0), 0);
  if (shown > 0) {
    await writeReading(services, actor, {
      action: "alarms.intrusions-shown",
      buildingId: query.buildingId,
      detail: { pictures: shown },
    });
  }
  return {
    eventIntrusionDetails: rows.map(({ startedAt, endedAt, toldAt, pictures, ...row }) => ({
      ...row,
      toldAt: toldAt?.toISOString() ?? null,
      startTime: startedAt.toISOString(),
      endTime: endedAt?.toISOString() ?? null,
      imageUrls: (pictures ?? []).map(({ fileId }) => addresses.forFile(fileId)),
      imageTimes: (pictures ?? []).map(({ takenAt }) => new Date(takenAt).toISOString()),
    })),
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
  { header: "Cámara", value: ({ cameraName }) => cameraName },
  { header: "Fotos", value: ({ pictures }) => pictures ?? 0 },
];

/** All of them as a file. That somebody took it is written down before the first line leaves. */
export async function exportIntrusionsOf(
  services: Services,
  actor: Actor,
  query: z.output<(typeof exportIntrusions)["query"]>,
): Promise<CsvFile> {
  await refuseUnknownBuilding(services, query.buildingId);
  await writeReading(services, actor, {
    action: "alarms.intrusions-exported",
    buildingId: query.buildingId,
    detail: {},
  });
  const batches = batchesOf<IntrusionRow>((last, limit) =>
    findIntrusionsAfter(services.db, query, last, limit),
  );
  return { name: "eventos-de-intrusion", parts: csvParts(columns, batches) };
}
