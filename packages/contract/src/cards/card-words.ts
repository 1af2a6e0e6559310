import type { CardType } from "./cards.contract.ts";

/** How a person reads what a card opens for. */
export const cardTypeNames: Readonly<Record<CardType, string>> = { CAR: "Carro", PERSON: "Persona" };

/** Is a card's own time over, or not begun? Nothing while it is on. */
export function timeOfCard(
  { from, until }: { from: string | null; until: string | null },
  now: Date,
): "over" | "to-come" | undefined {
  if (until !== null && Date.parse(until) <= now.getTime()) {
    return "over";
  }
  return from !== null && Date.parse(from) > now.getTime() ? "to-come" : undefined;
}
