import type { Door } from "@umbral/contract/doors/doors.contract";

/** The door of the doorman flow (specification §9): who is let in during a call stands before it. */
export const MAIN_DOOR = "1";

/** Those that open now, and those that do not. */
export interface HomeDoors<D> {
  open: readonly D[];
  others: readonly D[];
}

/** The doors as somebody wants them: what they may open now first, their favourite before the main door before the rest. */
export function homeDoors<D extends Pick<Door, "localId" | "isFavourite" | "may">>(
  doors: readonly D[],
): HomeDoors<D> {
  // Sorting keeps the building's order among equals.
  const sorted = [...doors].sort((one, other) => rank(one) - rank(other));
  return {
    open: sorted.filter(({ may }) => may.operate),
    others: sorted.filter(({ may }) => !may.operate),
  };
}

function rank({ isFavourite, localId }: Pick<Door, "localId" | "isFavourite">): number {
  if (isFavourite) {
    return 0;
  }
  return localId === MAIN_DOOR ? 1 : 2;
}
