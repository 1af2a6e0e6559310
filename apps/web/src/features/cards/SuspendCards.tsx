import type { CardType } from "@umbral/contract/cards/cards.contract";
import { SuspendMany } from "../../ui/table/SuspendMany.tsx";
import { changeCardTo } from "./cards.api.ts";
import { cardQuestions, cardsWords } from "./cards.strings.ts";

interface SuspendCardsProps {
  /** Those that are chosen. */
  cards: readonly { id: string; tag: string; type: CardType; active: boolean }[];
  refresh(): Promise<unknown>;
  onDone(): void;
}

/** Suspends several cards at once, which can be taken back. */
export const SuspendCards = ({ cards, refresh, onDone }: SuspendCardsProps) => (
  <SuspendMany
    rows={cards}
    isActive={({ active }) => active}
    suspend={async ({ id, tag, type }) => {
      await changeCardTo(id, { tag, type, active: false });
      return () => changeCardTo(id, { tag, type, active: true });
    }}
    refresh={refresh}
    countWords={cardsWords}
    question={cardQuestions.suspendMany(cards.filter(({ active }) => active).length)}
    suspended="sin uso"
    onDone={onDone}
  />
);
