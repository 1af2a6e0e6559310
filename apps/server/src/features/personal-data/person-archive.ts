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
  files: FileStore;
}

/** What is in an archive, by its file. */
type Contents = { name: string; holds: string; count: number }[];

/**
 * Everything of somebody as a ZIP archive, in one moment of the database. It is made as it is read: neither the rows nor
 * the pictures are ever in memory together. Whoever stops reading stops it.
 */
export function archiveOf(sources: Sources, person: NamedPerson & { name: string }, at: Date): Readable {
  const zip = new ArchiveUnderway(at);
  const written = inOneMoment(sources.db, async (trx) => {
    const { contents, pictures, places } = await addTables(zip, trx, person);
    const names = await findPlaceNames(trx, [...places]);
    await zip.add("lugares.json", [json(names)]);
    const count = await addPictures(zip, sources.files, pictures);
    await zip.add("LEEME.txt", [readMe(person.name, at, contents, count)]);
  });
  written.then(
    () => zip.end(),
    (error: unknown) => zip.fail(error),
  );
  return zip.output;
}

async function addTables(zip: ArchiveUnderway, trx: Trx, person: NamedPerson) {
  const contents: Contents = [];
  const pictures = new Set<string>();
  const places = new Set<string>();
  for (const one of tablesOfPeople) {
    if ("none" in one.file) {
      continue;
    }
    const { name, holds } = one.file;
    const columns = picturesIn(one.table);
    const batches = readRows(trx, one, person);
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
  files: FileStore,
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
