import { createHash } from "node:crypto";
import { LIST_REACH } from "@umbral/contract/lib/pages";
import type { exportLogbook, LogbookLine, listLogbook } from "@umbral/contract/logbook/logbook.contract";
import { noteCategories } from "@umbral/contract/logbook/logbook-lines";
import { detailWords, kindWords } from "@umbral/contract/logbook/logbook-words";
import type { z } from "zod";
import type { Actor, Services } from "../../platform/context.ts";
import { batchesOf, type CsvColumn, type CsvFile, csvParts } from "../../platform/csv.ts";
import { withPictures } from "../../platform/kept-pictures.ts";
import { readPicture } from "../../platform/pictures.ts";
import { Refused } from "../../platform/refused.ts";
import { writeAction } from "../audit/audit.service.ts";
import type { WrittenLine } from "./line-shapes.ts";
import {
  findBuildingOfLogbook,
  findByRequest,
  findLines,
  findLinesAfter,
  insertLine,
  insertPictures,
  isLineOf,
  type LineRow,
  takePressLock,
} from "./logbook.queries.ts";

interface Noted {
  buildingId: string;
  requestId: string;
  category: NonNullable<WrittenLine["category"]>;
  text: string;
  pictures: readonly { property: string; sent: Blob }[];
}

/**
 * Writes down what somebody says happened, with its pictures.
 * @throws {Refused} PICTURE_NOT_VALID
 */
export async function noteBy(services: Services, actor: Actor, noted: Noted): Promise<{ id: string }> {
  const { buildingId, requestId, category, text } = noted;
  const before = await findByRequest(services.db, actor.id, requestId);
  if (before !== undefined) {
    return { id: before };
  }
  // Outside of the transaction: decoding takes a while.
  const pictures: Buffer[] = [];
  for (const { sent, property } of noted.pictures) {
    pictures.push((await readPicture(sent, property)).bytes);
  }
  const id = await withPictures(services, async (trx, keep) => {
    await takePressLock(trx, actor.id);
    const known = await findByRequest(trx, actor.id, requestId);
    if (known !== undefined) {
      return known;
    }
    const lineId = await insertLine(trx, {
      kind: "NOTE",
      buildingId,
      category,
      requestId,
      text,
      ...by(services, actor),
      pictures: pictures.map((bytes) => createHash("sha256").update(bytes).digest("hex")),
    });
    const fileIds: string[] = [];
    for (const bytes of pictures) {
      fileIds.push(await keep("logbook", bytes));
    }
    await insertPictures(trx, lineId, fileIds);
    return lineId;
  });
  return { id };
}

const by = ({ clock }: Services, actor: Actor) => ({
  at: clock.now(),
  actorId: actor.id,
  subjectId: null,
  apartmentId: null,
});

/**
 * Says of a line what is right: the line itself stays.
 * @throws {Refused} LOGBOOK_LINE_NOT_FOUND
 */
export async function correctBy(
  services: Services,
  actor: Actor,
  {
    buildingId,
    lineId,
    requestId,
    text,
  }: Pick<Noted, "buildingId" | "requestId" | "text"> & { lineId: string },
): Promise<{ id: string }> {
  const id = await services.db.transaction().execute(async (trx) => {
    if (!(await isLineOf(trx, buildingId, lineId))) {
      throw new Refused("LOGBOOK_LINE_NOT_FOUND");
    }
    await takePressLock(trx, actor.id);
    return (
      (await findByRequest(trx, actor.id, requestId)) ??
      (await insertLine(trx, {
        kind: "CORRECTION",
        buildingId,
        correctsId: lineId,
        requestId,
        text,
        ...by(services, actor),
      }))
    );
  });
  return { id };
}

/** The logbook, a page at a time. Pictures that are shown are written down. */
export async function listLogbookOf(
  services: Services,
  actor: Actor,
  buildingId: string,
  query: z.output<(typeof listLogbook)["query"]>,
): Promise<z.input<(typeof listLogbook)["reply"]>> {
  const { rows, counted } = await findLines(services.db, { ...query, buildingId }, query);
  const pictures = rows.reduce((count, { fileIds }) => count + fileIds.length, 0);
  if (pictures > 0) {
    await services.db.transaction().execute((trx) =>
      writeAction(services, trx, actor, {
        buildingId,
        action: "logbook.shown",
        subjectId: buildingId,
        detail: { pictures },
      }),
    );
  }
  return {
    lines: await Promise.all(rows.map((row) => described(services, row))),
    totalPages: Math.max(1, Math.ceil(Math.min(counted, LIST_REACH) / query.limit)),
    hasOlder: counted > LIST_REACH,
  };
}

async function described({ addresses }: Services, row: LineRow): Promise<LogbookLine> {
  const pictures = await Promise.all(row.fileIds.map((id) => addresses.forFile(id)));
  return { ...told(row), pictures: pictures.filter((address) => address !== null) };
}

/** A line without its pictures. */
function told({ values, digests, ...row }: LineRow): Omit<LogbookLine, "pictures"> {
  return {
    id: row.id,
    at: row.at.toISOString(),
    kind: row.kind,
    category: row.category,
    detail: row.detail,
    actor: values.actor ?? null,
    person: values.person ?? null,
    incoming: values.incoming ?? null,
    text: values.text ?? null,
    open: values.open ?? null,
    isErased: row.isStruck || Object.keys(digests).some((part) => !(part in values)),
    corrects:
      row.correctsId === null || row.correctsAt === null
        ? null
        : { id: row.correctsId, at: row.correctsAt.toISOString() },
    corrections: row.corrections.map(({ at, ...correction }) => ({
      ...correction,
      at: new Date(at).toISOString(),
    })),
  };
}

/** All of it as a file. That somebody took it is written down before the first line leaves. */
export async function exportLogbookOf(
  services: Services,
  actor: Actor,
  buildingId: string,
  query: z.output<(typeof exportLogbook)["query"]>,
): Promise<CsvFile> {
  const { db } = services;
  const building = await findBuildingOfLogbook(db, buildingId);
  if (!building) {
    throw new Refused("NOT_FOUND");
  }
  await db
    .transaction()
    .execute((trx) =>
      writeAction(services, trx, actor, { buildingId, action: "logbook.exported", subjectId: buildingId }),
    );
  const rows = batchesOf<LineRow>((last, limit) => findLinesAfter(db, { ...query, buildingId }, last, limit));
  return { name: "minuta", parts: csvParts(columnsIn(building.timeZone), toldOf(rows)) };
}

async function* toldOf(batches: AsyncIterable<readonly LineRow[]>) {
  for await (const rows of batches) {
    yield rows.map((row) => ({ ...told(row), pictures: row.fileIds.length }));
  }
}

type FiledLine = Omit<LogbookLine, "pictures"> & { pictures: number };

function columnsIn(timeZone: string): readonly CsvColumn<FiledLine>[] {
  // Of a spreadsheet's own form, which sorts as text.
  const local = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  return [
    { header: "Fecha y hora", value: ({ at }) => local.format(new Date(at)) },
    { header: "Qué", value: kindWords },
    { header: "Categoría", value: ({ category }) => (category === null ? null : noteCategories[category]) },
    { header: "Quién", value: ({ actor }) => actor },
    { header: "Sobre", value: ({ person }) => person },
    { header: "Recibe el turno", value: ({ incoming }) => incoming },
    { header: "Detalle", value: ({ detail }) => detailWords(detail) },
    { header: "Texto", value: ({ text }) => text },
    { header: "Pendientes", value: ({ open }) => open },
    { header: "Fotos", value: ({ pictures }) => pictures },
    { header: "Corrige la de", value: ({ corrects }) => corrects && local.format(new Date(corrects.at)) },
    {
      header: "Corregida después",
      value: ({ corrections }) =>
        corrections.length === 0 ? null : corrections.map(({ text }) => text ?? "").join("\n"),
    },
  ];
}
