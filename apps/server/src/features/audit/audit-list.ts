import type { AuditEntry, exportAudit, listAudit } from "@umbral/contract/audit/audit.contract";
import { AuditEntry as Entry } from "@umbral/contract/audit/audit.contract";
import { wordsOfAction } from "@umbral/contract/audit/audit-actions";
import { wordsOfField, wordsOfValue } from "@umbral/contract/audit/audit-fields";
import type { z } from "zod";
import type { Actor, Services } from "../../platform/context.ts";
import { batchesOf, type CsvColumn, type CsvFile, csvParts } from "../../platform/csv.ts";
import { administeredIn } from "../../platform/event-pages.ts";
import { writeReading } from "./audit.service.ts";
import { findLines, findLinesAfter, findNames, type WantedLines } from "./audit-list.queries.ts";

type Line = Awaited<ReturnType<typeof findLines>>["rows"][number];

/** Who did what, a page at a time. What is of no building is the platform's. */
export async function listAuditOf(
  { db }: Services,
  actor: Actor,
  query: z.output<(typeof listAudit)["query"]>,
): Promise<z.input<(typeof listAudit)["reply"]>> {
  const { rows, totalPages, hasOlder } = await findLines(db, administeredIn(actor, query), query);
  const names = await findNames(db, rows.flatMap(idsIn));
  return { entries: rows.map((row) => toEntry(row, names)), totalPages, hasOlder };
}

/** All of them as a file. That somebody took it is written down before the first line leaves. */
export async function exportAuditOf(
  services: Services,
  actor: Actor,
  query: z.output<(typeof exportAudit)["query"]>,
): Promise<CsvFile> {
  const { db } = services;
  await writeReading(services, actor, {
    action: "audit.exported",
    buildingId: query.buildingId,
    detail: {},
  });
  return { name: "auditoria", parts: csvParts(columns, entriesIn(db, administeredIn(actor, query))) };
}

async function* entriesIn(db: Services["db"], wanted: WantedLines) {
  for await (const rows of batchesOf<Line>((last, limit) => findLinesAfter(db, wanted, last, limit))) {
    const names = await findNames(db, rows.flatMap(idsIn));
    yield rows.map((row) => toEntry(row, names));
  }
}

const columns: readonly CsvColumn<AuditEntry>[] = [
  { header: "Fecha y hora (UTC)", value: ({ at }) => at },
  { header: "Edificio", value: ({ building }) => building?.name ?? null },
  { header: "Quién", value: ({ actor }) => (actor === null ? "Umbral" : (actor.name ?? "Cuenta eliminada")) },
  { header: "Qué hizo", value: ({ action }) => wordsOfAction(action) },
  { header: "Sobre", value: ({ about }) => about.join(", ") },
  { header: "Dirección", value: ({ origin }) => origin?.address ?? null },
  { header: "Dispositivo", value: ({ origin }) => origin?.device ?? null },
  { header: "Antes", value: ({ change }) => (change ? fields(change.before) : null) },
  { header: "Después", value: ({ change }) => (change ? fields(change.after) : null) },
];

const fields = (values: NonNullable<AuditEntry["change"]>["before"]): string =>
  Object.entries(values)
    .map(([field, value]) => `${wordsOfField(field)}: ${wordsOfValue(field, value)}`)
    .join(", ");

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What a line is about, by id: whoever did it stands apart. */
function idsIn({ subjectId, actorId, detail }: Line): string[] {
  const ids = [subjectId, ...Object.values(detail)].filter(
    (value): value is string => typeof value === "string" && ID.test(value) && value !== actorId,
  );
  return [...new Set(ids)];
}

const Origin = Entry.shape.origin.unwrap();
const Change = Entry.shape.change.unwrap();

function toEntry(line: Line, names: ReadonlyMap<string, string>): AuditEntry {
  const { id, at, action, actorId, actor, buildingId, building, values, digests, isSealed } = line;
  const { origin, change } = values;
  return {
    id,
    at: at.toISOString(),
    action,
    building:
      buildingId === null
        ? null
        : { id: buildingId, name: building?.name ?? null, timeZone: building?.timeZone ?? null },
    actor: actorId === null ? null : { id: actorId, name: actor?.name ?? null },
    about: idsIn(line).flatMap((about) => names.get(about) ?? []),
    origin: origin === undefined ? null : Origin.parse(JSON.parse(origin)),
    change: change === undefined ? null : Change.parse(JSON.parse(change)),
    isErased: Object.keys(digests).some((part) => values[part] === undefined),
    isSealed: Boolean(isSealed),
  };
}
