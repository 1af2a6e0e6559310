import type { CardType } from "@umbral/contract/cards/cards.contract";
import type { Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { insertFreeCards, removeCardsOf, removeCardsOfGone, setActiveOf } from "./cards.queries.ts";

/** Lets all of somebody's cards open, or these of them, or none. @returns those that changed */
export function setCardsOf(
  trx: Trx,
  userId: string,
  active: boolean,
  only?: readonly string[],
): Promise<string[]> {
  return setActiveOf(trx, userId, active, only);
}

/** Takes all of somebody's cards away, also from who is under a legal hold, whose are kept. @returns how many they had */
export function takeCardsOf(trx: Trx, userId: string): Promise<number> {
  return removeCardsOf(trx, userId);
}

/** A legal hold has ended that kept the cards of somebody who moved out meanwhile: nobody looks after them. @returns their tags */
export async function letKeptCardsGo(trx: Trx, userId: string, now: Date): Promise<string[]> {
  return (await removeCardsOfGone(trx, { allOffOf: userId }, now)).map(({ tag }) => tag);
}

/** Gives somebody cards; a tag that somebody else was given before stays theirs. */
export async function giveFreeCards(
  { newId, clock }: Pick<Services, "newId" | "clock">,
  trx: Trx,
  userId: string,
  cards: readonly { tag: string; type: CardType }[],
): Promise<void> {
  const createdAt = clock.now();
  await insertFreeCards(
    trx,
    cards.map((card) => ({ ...card, id: newId(), userId, createdAt })),
  );
}
