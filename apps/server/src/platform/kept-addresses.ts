import type { Services } from "./context.ts";
import { lockReadable, replaceDevice } from "./kept-addresses.queries.ts";
import { closeDevice, type DevicePlace } from "./kept-devices.ts";

const COLUMNS: readonly DevicePlace["column"][] = [
  "buildings.siren",
  "cameras.source",
  "doors.relay",
  "doors.contact",
  "inputs.driver",
];

/**
 * Closes the addresses of devices that versions before this one left readable in the database. It cannot be a
 * migration: the key is not there. Asked at each start; processes that start at once wait for one another.
 */
export async function closeReadableAddresses({
  db,
  secrets,
  log,
}: Pick<Services, "db" | "secrets" | "log">): Promise<void> {
  const count = await db.transaction().execute(async (trx) => {
    let done = 0;
    for (const column of COLUMNS) {
      for (const { id, device } of await lockReadable(trx, column)) {
        const place = { column, id };
        await replaceDevice(trx, place, closeDevice(secrets, place, device));
        done += 1;
      }
    }
    return done;
  });
  if (count > 0) {
    log.info({ devices: count }, "closed the addresses of devices");
  }
}
