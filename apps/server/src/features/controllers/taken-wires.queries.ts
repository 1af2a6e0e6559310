import { sql } from "kysely";
import type { Trx } from "../../platform/database.ts";

/** A device that hangs on a pin or a port of its controller. */
export interface WiredDevice {
  /** Of its door, its input or, for a siren, its building. */
  id: string;
  /** With what it goes to another controller: its door, or the building. */
  goesWith: string;
  controllerId: string | null;
  name: string;
  field: "relay" | "contact" | "reader" | "driver" | "siren";
  kind: "gpio" | "osdp" | "wiegand-serial" | "keyboard-wedge";
  chip: string | null;
  /** A pin's number, or a port. */
  line: string | null;
  baud: string | null;
  /** On a line of several readers. */
  address: string | null;
  device: string | null;
}

/** All of a building. The building's row is held until the end: of two who take one wire, the later sees the earlier. */
export async function lockWires(trx: Trx, buildingId: string): Promise<WiredDevice[]> {
  // Not against those who only point at it: each new device does, before it comes here.
  await trx.selectFrom("buildings").select("id").where("id", "=", buildingId).forNoKeyUpdate().execute();
  const { rows } = await sql<WiredDevice>`
    with main as (
      select id from controllers where building_id = ${buildingId} and is_main
    ), devices (id, "goesWith", "controllerId", name, field, device) as (
      select id, id, controller_id, name, 'relay', relay from doors where building_id = ${buildingId}
      union all
      select id, id, controller_id, name, 'contact', contact from doors where building_id = ${buildingId}
      union all
      select id, id, controller_id, name, 'reader', reader from doors where building_id = ${buildingId}
      union all
      select inputs.id, coalesce(inputs.door_id, inputs.building_id),
        case when inputs.door_id is null then (select id from main) else doors.controller_id end,
        inputs.name, 'driver', inputs.driver
      from inputs left join doors on doors.id = inputs.door_id
      where inputs.building_id = ${buildingId}
      union all
      select id, id, (select id from main), name, 'siren', siren from buildings where id = ${buildingId}
    )
    select id, "goesWith", "controllerId", name, field, device->>'kind' as kind, device->>'chip' as chip,
      device->>'line' as line, device->>'baud' as baud, device->>'address' as address, device->>'device' as device
    from devices
    where device->>'kind' in ('gpio', 'osdp', 'wiegand-serial', 'keyboard-wedge')
    order by name, field, id`.execute(trx);
  return rows;
}
