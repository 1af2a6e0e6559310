import type { LogbookLine } from "@umbral/contract/logbook/logbook.contract";
import { noteCategories } from "@umbral/contract/logbook/logbook-lines";
import { detailWords, kindWords } from "@umbral/contract/logbook/logbook-words";

/** What a line is, in a word or two: its category, or what was noticed. */
export const titleOf = ({ category, ...line }: Pick<LogbookLine, "kind" | "category" | "detail">): string =>
  category === null ? kindWords(line) : noteCategories[category];

/** Whom it is about, who did it and where: 'Carlos Pérez · Apto A-101 · por Pedro Portero'. */
export function factsOf({ kind, actor, person, incoming, detail }: LogbookLine): string {
  const isShift = kind === "SHIFT_BEGUN" || kind === "SHIFT_ENDED";
  return [
    kind === "SHIFT_HANDED_OVER" ? `${actor ?? ERASED} entrega a ${incoming ?? ERASED}` : person,
    detailWords(detail),
    kind === "SHIFT_HANDED_OVER" || actor === null ? null : isShift ? actor : `por ${actor}`,
  ]
    .filter((words) => words !== null && words !== "")
    .join(" · ");
}

/** In the place of what was kept long enough, or was forgotten with somebody. */
export const ERASED = "(dato borrado)";
