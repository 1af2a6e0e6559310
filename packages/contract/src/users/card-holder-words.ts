import type { CardHolderState } from "./card-holders.contract.ts";

/** How a person reads how the time of somebody without an account is. */
export const cardHolderStateNames: Readonly<Record<CardHolderState, string>> = {
  now: "Vigente",
  later: "Más adelante",
  over: "Su tiempo terminó",
};
