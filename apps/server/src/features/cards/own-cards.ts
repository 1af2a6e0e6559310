import type { OwnCard } from "@umbral/contract/cards/own-cards.contract";
import type { Person, Services } from "../../platform/context.ts";
import { Refused } from "../../platform/refused.ts";
import { changeOf, writeAuditLine } from "../audit/audit.service.ts";
import { type CardRow, findCardsOf, loseCard } from "./cards.queries.ts";

/** Digits of a tag that are shown to its holder. */
const ENDING = 4;

export async function listOwnCardsOf({ db }: Services, actor: Person): Promise<{ cards: OwnCard[] }> {
  const rows = await findCardsOf(db, { userId: actor.id });
  return { cards: rows.map(ownCardOf) };
}

/** Said again, it is the same loss. @throws {Refused} CARD_NOT_FOUND for what is nobody's or somebody else's */
export async function loseOwnCard(
  { db, clock }: Services,
  actor: Person,
  id: string,
): Promise<{ card: OwnCard }> {
  const at = clock.now();
  const row = await db.transaction().execute(async (trx) => {
    const lost = await loseCard(trx, { id, userId: actor.id, at });
    if (!lost) {
      throw new Refused("CARD_NOT_FOUND");
    }
    if (lost.isNew) {
      await writeAuditLine(trx, {
        buildingId: null,
        actorId: actor.id,
        action: "cards.lost",
        subjectId: id,
        detail: { userId: actor.id },
        change: changeOf(actor.id, { active: lost.wasActive }, { active: false }),
        at,
      });
    }
    return lost.card;
  });
  return { card: ownCardOf(row) };
}

export const ownCardOf = ({
  id,
  tag,
  type,
  active,
  lostAt,
  lastTimeUsed,
  from,
  until,
}: CardRow): OwnCard => ({
  id,
  ending: tag.slice(-ENDING),
  type,
  state: lostAt === null ? (active ? "active" : "off") : "lost",
  lastTimeUsed: lastTimeUsed?.toISOString() ?? null,
  from: from?.toISOString() ?? null,
  until: until?.toISOString() ?? null,
});
