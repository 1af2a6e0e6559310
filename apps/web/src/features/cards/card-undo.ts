import type { Card } from "@umbral/contract/cards/cards.contract";
import { offerToUndo } from "../../ui/undo.ts";
import { changeCardTo } from "./cards.api.ts";

/**
 * Says that a card was suspended. For six seconds that can be taken back.
 * @param refresh reads again where it is shown
 */
export const offerCardBack = (
  { id, tag, type }: Pick<Card, "id" | "tag" | "type">,
  refresh: () => Promise<unknown>,
): void =>
  offerToUndo(
    { done: `La tarjeta ${tag} quedó desactivada.`, undone: `La tarjeta ${tag} abre otra vez.` },
    async () => {
      try {
        await changeCardTo(id, { tag, type, active: true });
      } finally {
        await refresh();
      }
    },
  );
