import { OutsideEvent } from "@umbral/contract/integrations/outside-events.contract";
import type { EventRow } from "./outside-events.queries.ts";

const thing = (id: string | null, name: string | null) =>
  id === null || name === null ? null : { id, name };

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
    door: thing(row.doorId, row.doorName),
    apartment: thing(row.apartmentId, row.apartmentName),
    person,
  });
