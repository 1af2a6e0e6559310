import { openingWords } from "@umbral/contract/doors/opening-words";
import type { exportOpenings, listOpenings } from "@umbral/contract/doors/openings.contract";
import type { z } from "zod";
import type { Actor, Services } from "../../platform/context.ts";
import { batchesOf, type CsvColumn, type CsvFile, csvParts } from "../../platform/csv.ts";
import { writeReading } from "../audit/audit.service.ts";
import { refuseUnknownBuilding } from "../buildings/buildings.service.ts";
import { findOpenings, findOpeningsAfter } from "./openings.queries.ts";

/** Doors that opened, a page at a time. Faces that are shown are written down. */
export async function listOpeningsOf(
  services: Services,
  actor: Actor,
  query: z.output<(typeof listOpenings)["query"]>,
): Promise<z.input<(typeof listOpenings)["reply"]>> {
  const { db, addresses } = services;
  await refuseUnknownBuilding(services, query.buildingId);
  const { rows, totalPages, hasOlder } = await findOpenings(db, query, query);
  const pictures = rows.filter(({ pictureFileId }) => pictureFileId !== null).length;
  if (pictures > 0) {
    await writeReading(services, actor, {
      action: "doors.openings-shown",
      buildingId: query.buildingId,
      detail: { pictures },
    });
  }
  return {
    eventOpenDoorDetails: rows.map(({ pictureFileId, occurredAt, toldAt, ...row }) => ({
      ...row,
      toldAt: toldAt?.toISOString() ?? null,
      image_url: pictureFileId === null ? null : addresses.forFile(pictureFileId),
      timestamp_camera: occurredAt.toISOString(),
    })),
    totalPages,
    hasOlder,
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
  await refuseUnknownBuilding(services, query.buildingId);
  await writeReading(services, actor, {
    action: "doors.openings-exported",
    buildingId: query.buildingId,
    detail: {},
  });
  const batches = batchesOf<OpeningRow>((last, limit) => findOpeningsAfter(services.db, query, last, limit));
  return { name: "puertas-abiertas", parts: csvParts(columns, batches) };
}
