import type { CardType } from "@umbral/contract/cards/cards.contract";
import type { Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { changeOf, writeAuditLine } from "../audit/audit.service.ts";
import {
  type CardRow,
  insertFreeCards,
  removeCardsOf,
  removeCardsOfGone,
  setActiveOf,
} from "./cards.queries.ts";

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

/**
 * Given back by whoever is gone, a card is somebody's next: theirs goes, unless a legal hold keeps it.
 * @param nextOf null for several people, none of whom is gone
 */
export async function takeFromGone(
  trx: Trx,
  { tags, nextOf, by, at }: { tags: readonly string[]; nextOf: string | null; by: string; at: Date },
): Promise<void> {
  for (const { userId, ...gone } of await removeCardsOfGone(trx, { tags, notOf: nextOf }, at)) {
    await writeAuditLine(trx, {
      // They may have been of another building.
      buildingId: null,
      actorId: by,
      action: "cards.deleted",
      subjectId: gone.id,
      detail: { userId },
      change: changeOf(userId, asWritten(gone), {}),
      at,
    });
  }
}

/** A card in the audit: of its time only the sides that have an end. */
export const asWritten = ({
  from,
  until,
  ...card
}: Pick<CardRow, "tag" | "type" | "active" | "from" | "until">) => ({
  ...card,
  ...(from === null ? {} : { from }),
  ...(until === null ? {} : { until }),
});

/** Gives somebody cards that were promised to them; a tag that somebody else was given before, and who is not gone, stays theirs. */
export async function giveFreeCards(
  { newId, clock }: Pick<Services, "newId" | "clock">,
  trx: Trx,
  userId: string,
  cards: readonly { tag: string; type: CardType }[],
): Promise<void> {
  const createdAt = clock.now();
  const tags = cards.map(({ tag }) => tag);
  await takeFromGone(trx, { tags, nextOf: userId, by: userId, at: createdAt });
  await insertFreeCards(
    trx,
    cards.map((card) => ({ ...card, id: newId(), userId, createdAt })),
  );
}
