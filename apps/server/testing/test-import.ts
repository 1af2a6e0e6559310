import type { TestPerson } from "./factories.ts";
import type { TestServer } from "./test-server.ts";

let count = 0;

export interface ImportReply {
  isApplied: boolean;
  rows: { row: number; outcome: string; words: string[] }[];
  code?: string;
  errors: { message: string }[];
}

export const HEADERS = [
  "Torre",
  "Piso",
  "Apartamento",
  "Nombre",
  "Cédula",
  "Tipo de documento",
  "Celular",
  "Correo",
  "Rol",
  "Tarjeta",
  "Tipo de tarjeta",
  "Hasta",
];
export const csv = (...rows: string[][]) =>
  Buffer.from([HEADERS, ...rows].map((row) => row.join(";")).join("\n"));
/** A number that nobody else in this file has. */
export const cedula = () => String(61_000_000 + ++count);

/** What an import is tried with, as this administrator unless it is said otherwise. */
export function importTools(server: TestServer, laura: TestPerson) {
  async function send(
    buildingId: string,
    bytes: Buffer,
    apply = false,
    headers = laura.headers,
    { importId, signal }: { importId?: string; signal?: AbortSignal } = {},
  ) {
    const form = new FormData();
    form.append("apply", String(apply));
    if (importId !== undefined) {
      form.append("importId", importId);
    }
    form.append("file", new Blob([new Uint8Array(bytes)]), "hoja");
    const reply = await fetch(`${server.url}/api/bb/buildings/${buildingId}/import`, {
      method: "POST",
      headers,
      body: form,
      ...(signal === undefined ? {} : { signal }),
    });
    return { status: reply.status, body: (await reply.json()) as ImportReply };
  }

  async function countIn(buildingId: string) {
    const [apartments, spaces] = await Promise.all([
      server.db.selectFrom("apartments").select("name").where("building_id", "=", buildingId).execute(),
      server.db.selectFrom("spaces").select("id").where("building_id", "=", buildingId).execute(),
    ]);
    return { apartments: apartments.length, spaces: spaces.length };
  }

  return { send, countIn };
}
