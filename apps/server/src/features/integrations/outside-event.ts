import { OutsideEvent } from "@umbral/contract/integrations/outside-events.contract";
import { named } from "../../platform/named.ts";
import type { EventRow } from "./outside-events.queries.ts";

/**
 * An event as programs are told of it: what the contract does not name of its kind stays here.
 * @param person whom it is about, by name, where that may leave
 */
export const asOutsideEvent = (row: EventRow, person?: string): OutsideEvent =>
  OutsideEvent.parse({
    ...row.data,
    id: row.id,
    number: row.number,
    kind: row.kind,
    at: row.at.toISOString(),
    building: { id: row.buildingId, name: row.buildingName },
    door: named(row.doorId, row.doorName),
    apartment: named(row.apartmentId, row.apartmentName),
    person,
  });
