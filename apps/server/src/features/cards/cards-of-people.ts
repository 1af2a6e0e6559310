import type { Card } from "@umbral/contract/cards/cards.contract";
import type { OwnCard } from "@umbral/contract/cards/own-cards.contract";
import type { Db, Trx } from "../../platform/database.ts";
import { type CardRow, findCardsOfPeople, lockCard, setActiveOf, suspendCard } from "./cards.queries.ts";
import { cardOf } from "./cards.service.ts";
import { ownCardOf } from "./own-cards.ts";

/** The cards of some people, the newest first; who has none is not among them. */
export async function cardsOfPeople(db: Db, userIds: readonly string[]): Promise<Map<string, Card[]>> {
  return grouped(await findCardsOfPeople(db, userIds), cardOf);
}

/** The same as their holders would see them. */
export async function ownCardsOfPeople(db: Db, userIds: readonly string[]): Promise<Map<string, OwnCard[]>> {
  return grouped(await findCardsOfPeople(db, userIds), ownCardOf);
}

/** Somebody's card opens nothing any more; undefined when it is none of theirs. */
export async function suspendCardOf(
  trx: Trx,
  of: { id: string; userId: string },
): Promise<{ card: OwnCard; wasActive: boolean } | undefined> {
  const suspended = await suspendCard(trx, of);
  return suspended && { card: ownCardOf(suspended.card), wasActive: suspended.wasActive };
}

/** Nobody else changes somebody's card until the transaction ends. @returns whether it is theirs */
export async function holdCardOf(trx: Trx, { id, userId }: { id: string; userId: string }): Promise<boolean> {
  return (await lockCard(trx, id))?.userId === userId;
}

/** Somebody's card opens again; undefined when it is none of theirs. */
export async function resumeCardOf(
  trx: Trx,
  { id, userId }: { id: string; userId: string },
): Promise<OwnCard | undefined> {
  await setActiveOf(trx, userId, true, [id]);
  return (await ownCardsOfPeople(trx, [userId])).get(userId)?.find((card) => card.id === id);
}

function grouped<T>(
  rows: readonly (CardRow & { userId: string })[],
  asTold: (row: CardRow) => T,
): Map<string, T[]> {
  const byPerson = new Map<string, T[]>();
  for (const { userId, ...card } of rows) {
    byPerson.set(userId, [...(byPerson.get(userId) ?? []), asTold(card)]);
  }
  return byPerson;
}
