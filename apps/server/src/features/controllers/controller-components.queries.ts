import { sql } from "kysely";
import type { Db } from "../../platform/database.ts";

interface Device {
  kind: "camera" | "reader" | "contact" | "relay" | "input";
  id: string;
  buildingId: string;
  controllerId: string;
  name: string;
}

/** Every device that hangs on a controller; a reader, a contact or a relay goes by its door. */
export async function findDevices(db: Db): Promise<Device[]> {
  const { rows } = await sql<Device>`
    select 'camera' as kind, id, building_id as "buildingId", controller_id as "controllerId", name
      from cameras where controller_id is not null
    union all select 'reader', id, building_id, controller_id, name
      from doors where reader is not null and controller_id is not null
    union all select 'contact', id, building_id, controller_id, name
      from doors where contact is not null and controller_id is not null
    union all select 'relay', id, building_id, controller_id, name
      from doors where controller_id is not null
    union all select 'input', inputs.id, inputs.building_id, controllers.id, inputs.name
      from inputs left join doors on doors.id = inputs.door_id
      join controllers on controllers.id = doors.controller_id
        or (inputs.door_id is null and controllers.building_id = inputs.building_id and controllers.is_main)`.execute(
    db,
  );
  return rows;
}
