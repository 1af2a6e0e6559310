import type { Actor, Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { changeOf, writeAction } from "../audit/audit.service.ts";
import { takeCardsOf } from "../cards/card-states.ts";
import { cardsOfPeople } from "../cards/cards-of-people.ts";
import { endCardHoldersOf, findCardHolders } from "../spaces/index.ts";

/** What ending them asks of the room above: it takes all that somebody has by name in a building. */
export interface TakingLevels {
  removeGrantsOf(trx: Trx, buildingId: string, userId: string): Promise<unknown>;
}

/**
 * Children and cleaners of a home are nobody without it: they lose their levels, and their cards are free for others. Each is
 * written down, with the cards.
 */
export async function endPeopleWithoutAccount(
  services: Services,
  { removeGrantsOf }: TakingLevels,
  trx: Trx,
  actor: Actor,
  home: { buildingId: string; apartmentId: string },
): Promise<void> {
  const { rows } = await findCardHolders(trx, home);
  const ended = await endCardHoldersOf(trx, home.apartmentId, services.clock.now());
  const cards = await cardsOfPeople(trx, ended);
  for (const userId of ended) {
    const holder = rows.find(({ id }) => id === userId);
    await takeCardsOf(trx, userId);
    await removeGrantsOf(trx, home.buildingId, userId);
    await writeAction(services, trx, actor, {
      buildingId: home.buildingId,
      action: "card-holders.removed",
      subjectId: userId,
      change: changeOf(
        userId,
        {
          name: holder?.name ?? null,
          apartment: holder?.apartmentName ?? null,
          tag: (cards.get(userId) ?? []).map(({ tag }) => tag),
        },
        {},
      ),
    });
  }
}
