import { sql } from "kysely";
import type { Trx } from "./database.ts";
import type { DevicePlace } from "./kept-devices.ts";

const partsOf = (place: DevicePlace["column"]) => {
  const [table = "", column = ""] = place.split(".");
  return { table: sql.table(table), column: sql.ref(column) };
};

/** Devices of one column with an address that is not closed, locked. */
export async function lockReadable(
  trx: Trx,
  place: DevicePlace["column"],
): Promise<{ id: string; device: { kind: string } }[]> {
  const { table, column } = partsOf(place);
  const { rows } = await sql<{ id: string; device: { kind: string } }>`
    select id, ${column} as device from ${table}
    where exists (
      select from jsonb_each_text(${column}) as field (name, text)
      where name in ('address', 'openAddress', 'closeAddress') and text not like 'closed:%'
    )
    order by id for update`.execute(trx);
  return rows;
}

export async function replaceDevice(trx: Trx, place: DevicePlace, device: string): Promise<void> {
  const { table, column } = partsOf(place.column);
  await sql`update ${table} set ${column} = ${device}::jsonb where id = ${place.id}`.execute(trx);
}
