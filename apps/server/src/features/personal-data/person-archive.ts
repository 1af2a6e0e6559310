import type { Readable } from "node:stream";
import { ArchiveUnderway } from "../../platform/archive-underway.ts";
import type { Database, Trx } from "../../platform/database.ts";
import { type FileStore, UnreadablePicture } from "../../platform/files.ts";
import { readable } from "./column-words.ts";
import { tablesOfPeople } from "./person-tables.ts";
import { inOneMoment, type NamedPerson, picturesIn, readRows } from "./personal-rows.queries.ts";
import { findPlaceNames } from "./place-names.queries.ts";

/** Columns whose ids are of places: what they are called stands in `lugares.json`. */
const PLACE_COLUMNS: readonly string[] = ["building_id", "apartment_id", "door_id"];

interface Sources {
  db: Database;
  files: Pick<FileStore, "get">;
}

/** What is in an archive, by its file. */
type Contents = { name: string; holds: string; count: number }[];

/** Whose archive it is, and whether whoever takes it may know of a legal hold on them. */
export type Asked = NamedPerson & { name: string; isHoldTold: boolean };

/**
 * Everything of somebody as a ZIP archive, in one moment of the database. It is made as it is read: neither the rows nor
 * the pictures are ever in memory together. Whoever stops reading stops it.
 */
export function archiveOf(sources: Sources, asked: Asked, at: Date): Readable {
  const zip = new ArchiveUnderway(at);
  write(zip, sources, asked, at).then(
    () => zip.end(),
    (error: unknown) => zip.fail(error),
  );
  return zip.output;
}

async function write(zip: ArchiveUnderway, { db, files }: Sources, asked: Asked, at: Date): Promise<void> {
  const { contents, pictures } = await inOneMoment(db, async (trx) => {
    const { places, ...added } = await addTables(zip, trx, asked);
    const names = await findPlaceNames(trx, [...places]);
    await zip.add("lugares.json", [json(names)]);
    return added;
  });
  // After it: pictures take as long as a slow line does, in which nothing is asked of the database.
  const count = await addPictures(zip, files, pictures);
  await zip.add("LEEME.txt", [readMe(asked.name, at, contents, count)]);
}

async function addTables(zip: ArchiveUnderway, trx: Trx, asked: Asked) {
  const contents: Contents = [];
  const pictures = new Set<string>();
  const places = new Set<string>();
  for (const one of tablesOfPeople) {
    if ("none" in one.file) {
      continue;
    }
    const { name, holds } = one.file;
    const columns = picturesIn(one.table);
    const batches = readRows(trx, one, asked);
    const first = await batches.next();
    if (first.done === true) {
      continue;
    }
    let count = 0;
    async function* told(): AsyncGenerator<string> {
      for (let batch: Record<string, unknown>[] | undefined = first.value; batch; ) {
        for (const row of batch) {
          take(row, columns, pictures);
          take(row, PLACE_COLUMNS, places);
          yield `${count === 0 ? "[\n" : ",\n"}${json(readable(one.table, row))}`;
          count += 1;
        }
        const next = await batches.next();
        batch = next.done === true ? undefined : next.value;
      }
      yield "\n]\n";
    }
    await zip.add(`datos/${name}.json`, told());
    contents.push({ name: `datos/${name}.json`, holds, count });
  }
  return { contents, pictures, places };
}

function take(row: Record<string, unknown>, columns: readonly string[], into: Set<string>): void {
  for (const column of columns) {
    const id = row[column];
    if (typeof id === "string") {
      into.add(id);
    }
  }
}

/** @returns how many there were; one that a lost key closed, or that a disk lost, is left out */
async function addPictures(
  zip: ArchiveUnderway,
  files: Sources["files"],
  ids: ReadonlySet<string>,
): Promise<number> {
  let count = 0;
  for (const id of ids) {
    const bytes = await files.get(id).catch((error: unknown) => {
      if (error instanceof UnreadablePicture) {
        return null;
      }
      throw error;
    });
    if (bytes !== null) {
      await zip.add(`fotos/${id}.jpg`, [bytes], false);
      count += 1;
    }
  }
  return count;
}

const json = (value: unknown): string => JSON.stringify(value, null, 2);

function readMe(name: string, at: Date, contents: Contents, pictures: number): string {
  return [
    `Lo que Umbral guarda de ${name}, el ${at.toISOString()} (hora UTC).`,
    "",
    "Cada archivo de la carpeta «datos» es una lista en JSON, que se abre con cualquier editor de texto:",
    "",
    ...contents.map(({ name: file, holds, count }) => `- ${file} (${count}): ${holds}.`),
    "",
    `La carpeta «fotos» tiene ${pictures} ${pictures === 1 ? "imagen" : "imágenes"}. Cada una se llama como el`,
    "identificador que la nombra en «datos». «lugares.json» dice cómo se llama cada edificio, apartamento y puerta.",
    "",
    "No van las contraseñas, los PIN ni los códigos: nadie los puede leer, tampoco Umbral.",
    "De otras personas solo va su identificador.",
    "",
  ].join("\r\n");
}
