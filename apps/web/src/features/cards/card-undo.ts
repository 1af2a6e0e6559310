import type { Card } from "@umbral/contract/cards/cards.contract";
import { notify } from "../../ui/notices.ts";
import { offerToUndo } from "../../ui/undo.ts";
import { activateCard } from "./cards.api.ts";

interface Suspended {
  card: Pick<Card, "id" | "tag">;
  /** False where somebody else was first: nothing was taken that could be given back. */
  wasActive: boolean;
}

/**
 * Says that a card was suspended. For six seconds that can be taken back, unless it is lost by then.
 * @param refresh reads again where it is shown
 */
export function offerCardBack(
  { card: { id, tag }, wasActive }: Suspended,
  refresh: () => Promise<unknown>,
): void {
  if (!wasActive) {
    notify(`La tarjeta ${tag} ya estaba desactivada.`);
    return;
  }
  offerToUndo(
    { done: `La tarjeta ${tag} quedó desactivada.`, undone: `La tarjeta ${tag} abre otra vez.` },
    async () => {
      try {
        await activateCard({ id, lostAt: null });
      } finally {
        await refresh();
      }
    },
  );
}
