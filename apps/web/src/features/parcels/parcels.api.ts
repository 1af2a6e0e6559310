import { useQuery } from "@tanstack/react-query";
import type {
  closeBills,
  drawParcelCode,
  exportParcels,
  handOverParcels,
  listHomeParcels,
  listParcels,
  moveParcel,
  receiveBills,
  receiveParcel,
  returnParcel,
  showHomeParcelPictures,
  showParcelPictures,
} from "@umbral/contract/parcels/parcels.contract";
import { type CallInput, call } from "../../lib/call.ts";
import { download } from "../../lib/download.ts";
import { keyOf, queryOf } from "../../lib/endpoint-query.ts";
import { refresh } from "../../lib/queries.ts";
import { type Sending, upload } from "../../lib/upload.ts";

type BodyOf<E extends typeof receiveParcel | typeof handOverParcels | typeof receiveBills> = NonNullable<
  CallInput<E>["body"]
>;
export type NewParcel = BodyOf<typeof receiveParcel>;
export type Handover = BodyOf<typeof handOverParcels>;
export type NewBills = BodyOf<typeof receiveBills>;

/** Everything that lists what lies at the lobby of this building. */
export async function refreshParcels(buildingId: string): Promise<void> {
  await refresh(
    keyOf<typeof listParcels>("GET", "/api/buildings/{buildingId}/parcels", { params: { buildingId } }),
  );
  await refresh(keyOf<typeof listHomeParcels>("GET", "/api/apartments/{apartmentId}/parcels"));
}

export const sendParcel = (buildingId: string, body: NewParcel, sending: Sending) =>
  upload<typeof receiveParcel>("POST", "/api/buildings/{buildingId}/parcels", {
    params: { buildingId },
    body,
    ...sending,
  });

export const sendHandover = (buildingId: string, body: Handover, sending: Sending) =>
  upload<typeof handOverParcels>("POST", "/api/buildings/{buildingId}/handovers", {
    params: { buildingId },
    body,
    ...sending,
  });

export const sendBills = (buildingId: string, body: NewBills) =>
  call<typeof receiveBills>("POST", "/api/buildings/{buildingId}/bills", { params: { buildingId }, body });

export const sendBillsClosed = (buildingId: string, roundId: string) =>
  call<typeof closeBills>("POST", "/api/buildings/{buildingId}/bills/{roundId}/closing", {
    params: { buildingId, roundId },
    body: {},
  });

/** @param requestId names the press: sent again after a lost answer, it is the same one */
export const sendReturn = (buildingId: string, parcelId: string, requestId: string) =>
  call<typeof returnParcel>("POST", "/api/buildings/{buildingId}/parcels/{parcelId}/return", {
    params: { buildingId, parcelId },
    body: { requestId },
  });

export const sendMove = (buildingId: string, parcelId: string, apartmentId: string) =>
  call<typeof moveParcel>("PUT", "/api/buildings/{buildingId}/parcels/{parcelId}/apartment", {
    params: { buildingId, parcelId },
    body: { apartmentId },
  });

export const drawCode = (apartmentId: string) =>
  call<typeof drawParcelCode>("POST", "/api/apartments/{apartmentId}/parcel-codes", {
    params: { apartmentId },
    body: {},
  });

export const downloadParcels = (
  buildingId: string,
  query: NonNullable<CallInput<typeof exportParcels>["query"]>,
): Promise<void> =>
  download<typeof exportParcels>("GET", "/api/buildings/{buildingId}/parcels.csv", {
    params: { buildingId },
    query,
  });

/** Not kept once nobody looks at them. */
export const useParcelPictures = (buildingId: string, parcelId: string) =>
  useQuery({
    ...queryOf<typeof showParcelPictures>("GET", "/api/buildings/{buildingId}/parcels/{parcelId}/pictures", {
      params: { buildingId, parcelId },
    }),
    gcTime: 0,
  });

/** Likewise, of the own home. */
export const useHomeParcelPictures = (apartmentId: string, parcelId: string) =>
  useQuery({
    ...queryOf<typeof showHomeParcelPictures>(
      "GET",
      "/api/apartments/{apartmentId}/parcels/{parcelId}/pictures",
      { params: { apartmentId, parcelId } },
    ),
    gcTime: 0,
  });
