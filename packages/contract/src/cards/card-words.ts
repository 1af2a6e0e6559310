import type { CardType } from "./cards.contract.ts";

/** How a person reads what a card opens for. */
export const cardTypeNames: Readonly<Record<CardType, string>> = { CAR: "Carro", PERSON: "Persona" };
