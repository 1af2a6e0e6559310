import { SuspendMany } from "../../ui/table/SuspendMany.tsx";
import { activateCard, suspendCard } from "./cards.api.ts";
import { cardQuestions, cardsWords } from "./cards.strings.ts";

interface SuspendCardsProps {
  /** Those that are chosen. */
  cards: readonly { id: string; tag: string; active: boolean }[];
  refresh(): Promise<unknown>;
  onDone(): void;
}

/** Suspends several cards at once, which can be taken back. */
export const SuspendCards = ({ cards, refresh, onDone }: SuspendCardsProps) => (
  <SuspendMany
    rows={cards}
    isActive={({ active }) => active}
    suspend={async ({ id }) => {
      const { wasActive } = await suspendCard(id);
      // Somebody else was first: nothing was taken here that could be given back.
      return wasActive ? { takeBack: () => activateCard({ id, lostAt: null }) } : null;
    }}
    refresh={refresh}
    countWords={cardsWords}
    nameOf={({ tag }) => tag}
    question={cardQuestions.suspendMany(cards.filter(({ active }) => active).length)}
    suspended="sin uso"
    onDone={onDone}
  />
);
