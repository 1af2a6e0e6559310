import type { OpenItem } from "@umbral/contract/kiosks/handing-over.contract";
import { stateWords } from "@umbral/contract/system-state/state-words";
import { ComponentKind } from "@umbral/contract/system-state/system-state.contract";
import type { Services } from "../../platform/context.ts";
import { findUnwellIn } from "./component-states.queries.ts";

/** Controllers and devices of a building that are away, as a shift is handed over. */
export async function devicesAwayIn({ db }: Services, buildingId: string): Promise<OpenItem[]> {
  return (await findUnwellIn(db, buildingId)).flatMap(({ kind, name }) => {
    const known = ComponentKind.safeParse(kind);
    if (!known.success) {
      return [];
    }
    const words = stateWords[known.data];
    return [{ about: "device" as const, text: [words.name, name, words.trouble].filter(Boolean).join(" ") }];
  });
}
