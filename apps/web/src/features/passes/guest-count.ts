import type { Pass } from "@umbral/contract/passes/passes.contract";

/* What a home's first screen says of guests. Apart from the other words: it is fetched with the first screen. */

export const OVERSTAYING = "Se quedó más de lo previsto";

/**
 * Guests of a home in a few words: '2 adentro, 1 por llegar'. Null when there are none.
 * @param isWhole false where there are more passes than these
 */
export function guestsWords(
  passes: readonly Pick<Pass, "state" | "entered" | "left">[],
  isWhole: boolean,
): string | null {
  const inside = passes.reduce(
    (sum, { entered, left, state }) => sum + (state === "inside" ? entered - left : 0),
    0,
  );
  const waiting = passes.filter(({ state }) => state === "waiting").length;
  const parts = [
    ...(inside === 0 ? [] : [`${inside} adentro`]),
    ...(waiting === 0 ? [] : [`${waiting} por llegar`]),
  ];
  return parts.length === 0 ? null : `Invitados: ${isWhole ? "" : "al menos "}${parts.join(", ")}`;
}
