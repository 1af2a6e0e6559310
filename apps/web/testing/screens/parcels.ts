import type { Parcel } from "@umbral/contract/parcels/parcels.contract";
import { home, idOf, mirador } from "./people.ts";

/** A package that waits for A-101. */
export const waitingParcel: Parcel = {
  id: idOf(0xca1),
  buildingId: mirador.id,
  apartment: { id: home.id, name: home.name },
  kind: "package",
  bill: null,
  roundId: null,
  carrier: "Servientrega",
  place: "Estante 2",
  note: "Viene abierto por un lado",
  receivedAt: "2026-11-20T15:00:00.000Z",
  outcome: null,
  closedAt: null,
  takenBy: "",
  proof: null,
  hasLabel: true,
  hasSignature: false,
};

/** Another one like it. */
export const parcelLike = (count: number, more: Partial<Parcel>): Parcel => ({
  ...waitingParcel,
  id: idOf(0xca0 + count),
  ...more,
});
