import type { findParcelsByCode } from "@umbral/contract/parcels/parcels.contract";
import type { z } from "zod";
import { call } from "../../lib/call.ts";

/** What waits for a home that shows its code, and the code, with which it is handed over. */
export type FoundParcels = z.output<(typeof findParcelsByCode)["reply"]> & { code: string };

/** What waits for the home whose code was typed. */
export async function findParcelsBy(buildingId: string, code: string): Promise<FoundParcels> {
  const found = await call<typeof findParcelsByCode>("POST", "/api/buildings/{buildingId}/found-parcels", {
    params: { buildingId },
    body: { code },
  });
  return { ...found, code };
}
