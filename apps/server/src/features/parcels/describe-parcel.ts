import type { Parcel } from "@umbral/contract/parcels/parcels.contract";
import { Refused } from "../../platform/refused.ts";
import type { ParcelRow } from "./parcels.queries.ts";

/** A parcel as the desk and its home see it. */
export function describeParcel(row: ParcelRow): Parcel {
  const { apartmentId, apartmentName, labelFileId, signatureFileId, receivedAt, closedAt, ...said } = row;
  return {
    ...said,
    apartment:
      apartmentId === null || apartmentName === null ? null : { id: apartmentId, name: apartmentName },
    note: row.note ?? "",
    takenBy: row.takenBy ?? "",
    receivedAt: receivedAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
    hasLabel: labelFileId !== null,
    hasSignature: signatureFileId !== null,
  };
}

/** The one that must be there. @throws {Refused} PARCEL_NOT_FOUND */
export function theOne([row]: readonly ParcelRow[]): ParcelRow {
  if (row === undefined) {
    throw new Refused("PARCEL_NOT_FOUND");
  }
  return row;
}
