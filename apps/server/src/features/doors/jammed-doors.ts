import type { OpenItem } from "@umbral/contract/kiosks/handing-over.contract";
import type { Services } from "../../platform/context.ts";
import { findJammed } from "./doors.queries.ts";

/** Doors whose relay did not move when it was last told to, as a shift is handed over. */
export async function jammedDoorsOf({ db }: Services, buildingId: string): Promise<OpenItem[]> {
  return (await findJammed(db, buildingId)).map((name) => ({
    about: "door",
    text: `Puerta trabada: ${name}`,
  }));
}
