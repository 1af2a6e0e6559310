import { parcelStateWords, parcelWords } from "@umbral/contract/parcels/parcel-words";
import type { exportParcels, listHomeParcels, listParcels } from "@umbral/contract/parcels/parcels.contract";
import type { z } from "zod";
import type { Actor, Services } from "../../platform/context.ts";
import { batchesOf, type CsvColumn, type CsvFile, csvParts } from "../../platform/csv.ts";
import { Refused } from "../../platform/refused.ts";
import { writeAction, writeReading } from "../audit/audit.service.ts";
import { describeParcel, theOne } from "./describe-parcel.ts";
import { findHomeOf } from "./parcel-people.queries.ts";
import {
  countWaiting,
  findHomeParcel,
  findParcelPage,
  findParcels,
  findParcelsAfter,
  findPlaces,
  findTowers,
  type ParcelRow,
} from "./parcels.queries.ts";

/** What lies or lay at the lobby, for whoever keeps it. */
export async function listParcelsOf(
  { db }: Services,
  buildingId: string,
  query: z.output<(typeof listParcels)["query"]>,
): Promise<z.input<(typeof listParcels)["reply"]>> {
  const [{ rows, total }, waiting, places, towers] = await Promise.all([
    findParcelPage(db, { ...query, buildingId }, query),
    countWaiting(db, buildingId),
    findPlaces(db, buildingId),
    findTowers(db, buildingId),
  ]);
  return {
    parcels: rows.map(describeParcel),
    totalPages: Math.ceil(total / query.limit),
    waiting,
    places,
    towers,
  };
}

/** What came for a home since the asker lives there. @throws {Refused} NOT_FOUND for who does not */
export async function listHomeParcelsOf(
  services: Services,
  actor: Actor,
  apartmentId: string,
  query: z.output<(typeof listHomeParcels)["query"]>,
): Promise<z.input<(typeof listHomeParcels)["reply"]>> {
  const { db } = services;
  const { buildingId, since } = await homeOf(services, actor, apartmentId);
  const wanted = { buildingId, apartmentId, since, search: "" };
  const [{ rows, total }, waiting] = await Promise.all([
    findParcelPage(db, { ...wanted, state: query.state }, query),
    findParcelPage(db, { ...wanted, state: "waiting" }, { page: 1, limit: 1 }),
  ]);
  return {
    parcels: rows.map(describeParcel),
    totalPages: Math.ceil(total / query.limit),
    waiting: waiting.total,
  };
}

interface Pictures {
  label: string | null;
  signature: string | null;
}

/** Its pictures, for whoever keeps it; that they looked is written down. @throws {Refused} PARCEL_NOT_FOUND */
export async function showParcelPicturesOf(
  services: Services,
  actor: Actor,
  { buildingId, parcelId }: { buildingId: string; parcelId: string },
): Promise<Pictures> {
  const row = theOne(await findParcels(services.db, buildingId, [parcelId]));
  await services.db.transaction().execute((trx) =>
    writeAction(services, trx, actor, {
      buildingId,
      action: "parcels.shown",
      subjectId: parcelId,
    }),
  );
  return picturesOf(services, row);
}

/** Likewise for its home. @throws {Refused} NOT_FOUND, PARCEL_NOT_FOUND */
export async function showHomeParcelPicturesOf(
  services: Services,
  actor: Actor,
  { apartmentId, parcelId }: { apartmentId: string; parcelId: string },
): Promise<Pictures> {
  const { buildingId, since } = await homeOf(services, actor, apartmentId);
  const row = theOne(await findHomeParcel(services.db, { buildingId, apartmentId, since }, parcelId));
  return picturesOf(services, row);
}

async function picturesOf({ addresses }: Services, row: ParcelRow): Promise<Pictures> {
  return {
    label: await addresses.forFile(row.labelFileId),
    signature: await addresses.forFile(row.signatureFileId),
  };
}

async function homeOf({ db, clock }: Services, actor: Actor, apartmentId: string) {
  const home = await findHomeOf(db, actor.id, apartmentId, clock.now());
  if (!home) {
    throw new Refused("NOT_FOUND");
  }
  return home;
}

type FileRow = Awaited<ReturnType<typeof findParcelsAfter>>[number];

const columns: readonly CsvColumn<FileRow>[] = [
  { header: "Recibida", value: ({ receivedLocal }) => receivedLocal },
  { header: "Apartamento", value: ({ apartmentName }) => apartmentName },
  { header: "Clase", value: parcelWords },
  { header: "Transportadora", value: ({ carrier }) => carrier },
  { header: "Ubicación", value: ({ place }) => place },
  { header: "Nota", value: ({ note }) => note },
  { header: "Estado", value: parcelStateWords },
  { header: "Entregada o devuelta", value: ({ closedLocal }) => closedLocal },
  { header: "Quién la recogió", value: ({ takenBy }) => takenBy },
];

/** All of them as a file. That somebody took it is written down before the first line leaves. */
export async function exportParcelsOf(
  services: Services,
  actor: Actor,
  buildingId: string,
  query: z.output<(typeof exportParcels)["query"]>,
): Promise<CsvFile> {
  await writeReading(services, actor, { action: "parcels.exported", buildingId, detail: {} });
  const batches = batchesOf<FileRow>((last, limit) =>
    findParcelsAfter(services.db, { ...query, buildingId }, last, limit),
  );
  return { name: "correspondencia", parts: csvParts(columns, batches) };
}
