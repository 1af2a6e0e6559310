import type { Card, CardChange, CardType, listCards } from "@umbral/contract/cards/cards.contract";
import { digitsOfTag, normalTag } from "@umbral/contract/cards/tags";
import type { z } from "zod";
import type { Actor, Services } from "../../platform/context.ts";
import { isDuplicate, type Trx } from "../../platform/database.ts";
import { openingTime, type SaidTime } from "../../platform/opening-time.ts";
import { Refused } from "../../platform/refused.ts";
import { countedPages, pageRowsOf } from "../../platform/whole-or-page.ts";
import { changeOf, writeAuditLine } from "../audit/audit.service.ts";
import { buildingOfHolder, holderOf, lockVerified } from "./card-holders.ts";
import { asWritten, takeFromGone } from "./card-states.ts";
import {
  type CardRow,
  countCardsOf,
  findCardsOf,
  insertCard,
  lockCard,
  loseCard,
  removeCard,
  updateCard,
} from "./cards.queries.ts";

/** Asked of the room above: refuses a card that an invitation promises to somebody else. */
export type RefusePromised = (trx: Trx, card: { tag: string; userId: string; at: Date }) => Promise<void>;

/** What the specification's client shows after a card was given (§8, default success). */
const GIVEN = "Proceso realizado con éxito";

/** @throws {Refused} USER_NOT_FOUND */
export async function listCardsOf(
  services: Services,
  actor: Actor,
  asked: z.output<(typeof listCards)["query"]>,
): Promise<z.input<(typeof listCards)["reply"]>> {
  const { db } = services;
  const wanted = {
    userId: await holderOf(services, actor, asked.document),
    search: digitsOfTag(asked.search),
  };
  const page = pageRowsOf(asked);
  const [rows, count] = await Promise.all([
    findCardsOf(db, wanted, page),
    page === undefined ? 0 : countCardsOf(db, wanted),
  ]);
  return { cards: rows.map((row) => ({ card: cardOf(row) })), ...countedPages(page, count) };
}

/** Gives somebody who is verified a card. Of two who give the same one at once, the database takes the first. */
export async function giveCard(
  services: Services,
  refusePromised: RefusePromised,
  actor: Actor,
  wanted: { userId: string; tag: string; type: CardType } & SaidTime,
): Promise<{ message: string; card: Card }> {
  const { db, clock, newId } = services;
  const tag = tagOf(wanted.tag);
  const at = clock.now();
  const time = openingTime(wanted, { from: null, until: null }, at);
  const row = await db.transaction().execute(async (trx) => {
    const buildingId = await lockVerified(services, trx, actor, wanted.userId);
    await refusePromised(trx, { tag, userId: wanted.userId, at });
    await takeFromGone(trx, { tags: [tag], nextOf: wanted.userId, by: actor.id, at });
    const inserted = await insertCard(trx, { ...wanted, ...time, tag, id: newId(), createdAt: at });
    if (!inserted) {
      throw new Refused("CARD_TAKEN");
    }
    await writeAuditLine(trx, {
      buildingId,
      actorId: actor.id,
      action: "cards.created",
      subjectId: inserted.id,
      detail: { userId: wanted.userId, type: wanted.type },
      change: changeOf(wanted.userId, {}, asWritten(inserted)),
      at,
    });
    return inserted;
  });
  return { message: GIVEN, card: cardOf(row) };
}

/**
 * What is not said of a card stays as it is; a lost one is found when it is made active.
 * @throws {Refused} CARD_NOT_FOUND, CARD_TAKEN, CARD_LOST, TAG_NOT_VALID, GRANT_IN_THE_PAST, INCOMPLETE
 */
export async function changeCardTo(
  services: Services,
  refusePromised: RefusePromised,
  actor: Actor,
  id: string,
  wanted: CardChange,
): Promise<{ card: Card; wasActive: boolean }> {
  const { db, clock } = services;
  const said = wanted.tag === undefined ? undefined : tagOf(wanted.tag);
  try {
    const { row, wasActive } = await db.transaction().execute(async (trx) => {
      const before = await lockCard(trx, id);
      if (!before) {
        throw new Refused("CARD_NOT_FOUND");
      }
      const buildingId = await buildingOfHolder(services, trx, actor, before.userId);
      if (before.lostAt !== null && wanted.active && wanted.unlessLost) {
        throw new Refused("CARD_LOST");
      }
      const after = {
        tag: said ?? before.tag,
        type: wanted.type ?? before.type,
        active: wanted.active ?? before.active,
        ...openingTime(wanted, before, clock.now()),
      };
      if (after.tag !== before.tag) {
        await refusePromised(trx, { tag: after.tag, userId: before.userId, at: clock.now() });
        const next = { tags: [after.tag], nextOf: before.userId };
        await takeFromGone(trx, { ...next, by: actor.id, at: clock.now() });
      }
      await writeAuditLine(trx, {
        buildingId,
        actorId: actor.id,
        action: "cards.changed",
        subjectId: id,
        detail: {
          userId: before.userId,
          tagChanged: before.tag !== after.tag,
          type: after.type,
          active: after.active,
        },
        change: changeOf(before.userId, before, after),
        at: clock.now(),
      });
      return { row: await updateCard(trx, id, after), wasActive: before.active };
    });
    return { card: cardOf(row), wasActive };
  } catch (error) {
    throw isDuplicate(error, "cards_tag_key") ? new Refused("CARD_TAKEN") : error;
  }
}

/** Its holder told the administration that it is lost. Said again, it is the same loss. @throws {Refused} CARD_NOT_FOUND */
export async function loseCardFor(services: Services, actor: Actor, id: string): Promise<{ card: Card }> {
  const at = services.clock.now();
  const row = await services.db.transaction().execute(async (trx) => {
    const before = await lockCard(trx, id);
    const buildingId = before && (await buildingOfHolder(services, trx, actor, before.userId));
    const lost = before && (await loseCard(trx, { id, userId: before.userId, at }));
    if (buildingId === undefined || !lost) {
      throw new Refused("CARD_NOT_FOUND");
    }
    if (lost.isNew) {
      await writeAuditLine(trx, {
        buildingId,
        actorId: actor.id,
        action: "cards.lost",
        subjectId: id,
        detail: { userId: before.userId },
        change: changeOf(before.userId, { active: lost.wasActive }, { active: false }),
        at,
      });
    }
    return lost.card;
  });
  return { card: cardOf(row) };
}

/** @throws {Refused} CARD_NOT_FOUND */
export async function deleteCardFor(services: Services, actor: Actor, id: string): Promise<{ ok: true }> {
  const { db, clock } = services;
  await db.transaction().execute(async (trx) => {
    const card = await lockCard(trx, id);
    if (!card) {
      throw new Refused("CARD_NOT_FOUND");
    }
    const buildingId = await buildingOfHolder(services, trx, actor, card.userId);
    await removeCard(trx, id);
    await writeAuditLine(trx, {
      buildingId,
      actorId: actor.id,
      action: "cards.deleted",
      subjectId: id,
      detail: { userId: card.userId },
      change: changeOf(card.userId, asWritten(card), {}),
      at: clock.now(),
    });
  });
  return { ok: true };
}

function tagOf(read: string): string {
  const tag = normalTag(read);
  if (tag === null) {
    throw new Refused("TAG_NOT_VALID", { errors: [{ property: "tag", message: "no es hexadecimal" }] });
  }
  return tag;
}

export const cardOf = ({ lastTimeUsed, lostAt, from, until, ...card }: CardRow): Card => ({
  ...card,
  from: from?.toISOString() ?? null,
  until: until?.toISOString() ?? null,
  lostAt: lostAt?.toISOString() ?? null,
  lastTimeUsed: lastTimeUsed?.toISOString() ?? null,
});
