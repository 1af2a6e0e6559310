import type { Card } from "@umbral/contract/cards/cards.contract";
import { offerToUndo } from "../../ui/undo.ts";
import { activateCard } from "./cards.api.ts";

/**
 * Says that a card was suspended. For six seconds that can be taken back, unless it is lost by then.
 * @param refresh reads again where it is shown
 */
export const offerCardBack = ({ id, tag }: Pick<Card, "id" | "tag">, refresh: () => Promise<unknown>): void =>
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
