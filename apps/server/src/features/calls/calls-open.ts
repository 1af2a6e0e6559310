import type { OpenItem } from "@umbral/contract/kiosks/handing-over.contract";
import type { Services } from "../../platform/context.ts";
import { readDeskOf } from "./lobby-desk.ts";

/** Calls of today that nobody answered and nobody rang back, as a shift is handed over. */
export async function callsOpenIn(services: Services, buildingId: string): Promise<OpenItem[]> {
  const { missed } = await readDeskOf(services, buildingId);
  return missed.map(({ apartment, caller, isToLobby }) => ({
    about: "call",
    text: `${isToLobby ? "Llamó y no se contestó" : "No contestó"}: ${apartment === null ? (caller ?? "alguien") : `Apto ${apartment.name}`}`,
  }));
}
