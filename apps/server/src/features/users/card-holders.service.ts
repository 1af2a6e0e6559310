import type { Card } from "@umbral/contract/cards/cards.contract";
import type { OwnCard } from "@umbral/contract/cards/own-cards.contract";
import {
  type CardHolder,
  type CardHolderChange,
  type CardHolderFields,
  type CardHolderState,
  type exportCardHolders,
  type HomeCardHolder,
  type listCardHolders,
  RESUME_MS,
} from "@umbral/contract/users/card-holders.contract";
import type { z } from "zod";
import type { Actor, Services } from "../../platform/context.ts";
import { chosenOf, inBatches } from "../../platform/csv.ts";
import type { Db, Trx } from "../../platform/database.ts";
import { refuseUnproven } from "../../platform/gate.ts";
import { type OpeningTime, openingTime } from "../../platform/opening-time.ts";
import { Refused } from "../../platform/refused.ts";
import {
  findGrantsOfPeople,
  removeGrantsOf,
  removePinsOfGone,
  setLevelsByName,
} from "../access-control/index.ts";
import { insertCardHolderPerson, renameCardHolder } from "../accounts/index.ts";
import { changeOf, writeAction } from "../audit/audit.service.ts";
import { lastActionOn } from "../audit/last-action.ts";
import { takeCardsOf } from "../cards/card-states.ts";
import {
  cardsOfPeople,
  holdCardOf,
  ownCardsOfPeople,
  resumeCardOf,
  suspendCardOf,
} from "../cards/cards-of-people.ts";
import {
  type CardHolderRow,
  changeCardHolderStay,
  endCardHolder,
  findCardHolders,
  holdHome,
  insertCardHolder,
  lockCardHolder,
} from "../spaces/index.ts";

interface OfHolder {
  buildingId: string;
  userId: string;
}

export async function listCardHoldersOf(
  services: Services,
  buildingId: string,
  { search, page, limit, state, sort, direction }: z.output<(typeof listCardHolders)["query"]>,
): Promise<{ cardHolders: CardHolder[]; totalPages: number }> {
  const offset = (page - 1) * limit;
  const wanted = {
    buildingId,
    search,
    state: state && { is: state, at: services.clock.now() },
    order: { by: sort, direction },
  };
  const { rows, count } = await findCardHolders(services.db, wanted, { limit, offset });
  const cardHolders = await describe(services, services.db, buildingId, rows);
  return { cardHolders, totalPages: Math.max(1, Math.ceil(count / limit)) };
}

/** All of a building who are found, by name, some at a time. @param ids only these of them */
export async function* batchesOfCardHolders(
  services: Services,
  buildingId: string,
  { search, state, ids }: Pick<z.output<(typeof exportCardHolders)["query"]>, "search" | "state" | "ids">,
): AsyncGenerator<CardHolder[]> {
  const { db, clock } = services;
  const wanted = { buildingId, search, state: state && { is: state, at: clock.now() } };
  const { rows } = await findCardHolders(db, wanted);
  for await (const some of inBatches(chosenOf(rows, ids))) {
    yield await describe(services, db, buildingId, some);
  }
}

/** @throws {Refused} APARTMENT_NOT_FOUND, ACCESS_LEVEL_NOT_FOUND, STAY_IN_THE_PAST */
export async function makeCardHolder(
  services: Services,
  actor: Actor,
  buildingId: string,
  fields: CardHolderFields,
): Promise<{ cardHolder: CardHolder }> {
  const userId = services.newId();
  return services.db.transaction().execute(async (trx) => {
    const stay = await stayOf(services, trx, buildingId, fields, NO_STAY);
    await insertCardHolderPerson(trx, { id: userId, name: fields.name });
    await insertCardHolder(trx, { ...stay, userId, at: services.clock.now() });
    await setLevelsByName(services, trx, actor, { buildingId, userId, levelIds: fields.levelIds });
    const cardHolder = await readOne(services, trx, { buildingId, userId });
    await writeAction(services, trx, actor, {
      buildingId,
      action: "card-holders.created",
      subjectId: userId,
      change: changeOf(userId, {}, forAudit(cardHolder)),
    });
    return { cardHolder };
  });
}

/**
 * What is not said stays as it is.
 * @throws {Refused} CARD_HOLDER_NOT_FOUND, APARTMENT_NOT_FOUND, ACCESS_LEVEL_NOT_FOUND, STAY_IN_THE_PAST, INCOMPLETE
 */
export async function changeCardHolderOf(
  services: Services,
  actor: Actor,
  of: OfHolder,
  { name, levelIds, ...said }: CardHolderChange,
): Promise<{ cardHolder: CardHolder }> {
  const { buildingId, userId } = of;
  return services.db.transaction().execute(async (trx) => {
    const kept = await lockKnown(trx, of);
    const before = await readOne(services, trx, of);
    if (name !== undefined) {
      await renameCardHolder(trx, userId, name);
    }
    await changeCardHolderStay(trx, userId, await stayOf(services, trx, buildingId, said, kept));
    if (levelIds !== undefined) {
      await setLevelsByName(services, trx, actor, { ...of, levelIds });
    }
    const cardHolder = await readOne(services, trx, of);
    await writeAction(services, trx, actor, {
      buildingId,
      action: "card-holders.changed",
      subjectId: userId,
      change: changeOf(userId, forAudit(before), forAudit(cardHolder)),
    });
    return { cardHolder };
  });
}

/** @throws {Refused} CARD_HOLDER_NOT_FOUND */
export async function removeCardHolderOf(
  services: Services,
  actor: Actor,
  of: OfHolder,
): Promise<{ ok: true }> {
  await services.db.transaction().execute(async (trx) => {
    await lockKnown(trx, of);
    const before = await readOne(services, trx, of);
    await endCardHolder(trx, of.userId, services.clock.now());
    await takeCardsOf(trx, of.userId);
    await removeGrantsOf(trx, of.buildingId, of.userId);
    const gone = { buildingId: of.buildingId, userIds: [of.userId], now: services.clock.now() };
    await removePinsOfGone(trx, gone);
    await writeAction(services, trx, actor, {
      buildingId: of.buildingId,
      action: "card-holders.removed",
      subjectId: of.userId,
      change: changeOf(of.userId, forAudit(before), {}),
    });
  });
  return { ok: true };
}

/** Those of one home, as whoever looks after it sees them. */
export async function listCardHoldersOfHome(
  services: Services,
  apartmentId: string,
): Promise<{ cardHolders: HomeCardHolder[] }> {
  const { db, gate, clock } = services;
  const home = await gate.placeOf("apartment", apartmentId);
  if (home === null) {
    throw new Refused("NOT_FOUND");
  }
  const { rows } = await findCardHolders(db, { buildingId: home.buildingId, apartmentId });
  const cards = await ownCardsOfPeople(
    db,
    rows.map(({ id }) => id),
  );
  const now = clock.now();
  return { cardHolders: rows.map((row) => ({ ...toldOf(row, now), cards: cards.get(row.id) ?? [] })) };
}

interface CardOfHome {
  apartmentId: string;
  userId: string;
  cardId: string;
}

/** @throws {Refused} SECOND_FACTOR_ASKED, CARD_NOT_FOUND for a card of anybody else */
export const suspendCardOfHome = (services: Services, actor: Actor, card: CardOfHome) =>
  changeCardOfHome(services, actor, card, "card-holders.card-suspended", async (trx, own) => {
    const suspended = await suspendCardOf(trx, own);
    return suspended && { card: suspended.card, isNew: suspended.wasActive };
  });

/**
 * Takes back that somebody suspended a card a moment ago: only they, and only while that is the last that came to it.
 * @throws {Refused} SECOND_FACTOR_ASKED, CARD_NOT_FOUND for a card of anybody else, UNDO_TOO_LATE
 */
export const resumeCardOfHome = (services: Services, actor: Actor, card: CardOfHome) =>
  changeCardOfHome(services, actor, card, "card-holders.card-resumed", async (trx, own) => {
    if (!(await holdCardOf(trx, own))) {
      return undefined;
    }
    const last = await lastActionOn(trx, own.id);
    const since = services.clock.now().getTime() - RESUME_MS;
    if (
      last?.action !== "card-holders.card-suspended" ||
      last.actorId !== actor.id ||
      last.at.getTime() < since
    ) {
      throw new Refused("UNDO_TOO_LATE");
    }
    const resumed = await resumeCardOf(trx, own);
    return resumed && { card: resumed, isNew: true };
  });

/** A card of somebody without account who lives in this home becomes another, and what is new of it is written down. */
async function changeCardOfHome(
  services: Services,
  actor: Actor,
  { apartmentId, userId, cardId }: CardOfHome,
  action: "card-holders.card-suspended" | "card-holders.card-resumed",
  change: (
    trx: Trx,
    own: { id: string; userId: string },
  ) => Promise<{ card: OwnCard; isNew: boolean } | undefined>,
): Promise<{ card: OwnCard }> {
  const home = await services.gate.placeOf("apartment", apartmentId);
  if (home !== null) {
    refuseUnproven(actor, home);
  }
  return services.db.transaction().execute(async (trx) => {
    const holder = home && (await lockCardHolder(trx, home.buildingId, userId));
    const changed =
      holder?.apartmentId === apartmentId ? await change(trx, { id: cardId, userId }) : undefined;
    if (!home || !changed) {
      throw new Refused("CARD_NOT_FOUND");
    }
    if (changed.isNew) {
      const active = action === "card-holders.card-resumed";
      await writeAction(services, trx, actor, {
        buildingId: home.buildingId,
        action,
        subjectId: cardId,
        detail: { userId },
        change: changeOf(userId, { active: !active }, { active }),
      });
    }
    return { card: changed.card };
  });
}

/** The home stays until the transaction ends. @param isKeptEnd an end that was said before may be over by now */
async function stayOf(
  { clock }: Services,
  trx: Trx,
  buildingId: string,
  { apartmentId: home, ...said }: Pick<CardHolderChange, "apartmentId" | "from" | "until">,
  before: OpeningTime & { apartmentId: string | null },
) {
  const apartmentId = home === undefined ? before.apartmentId : home;
  if (home && !(await holdHome(trx, buildingId, home))) {
    throw new Refused("APARTMENT_NOT_FOUND");
  }
  const isOver = () =>
    new Refused("STAY_IN_THE_PAST", {
      errors: [{ property: "until", message: "La fecha de salida debe estar en el futuro." }],
    });
  return { buildingId, apartmentId, ...openingTime(said, before, clock.now(), isOver) };
}

/** Of somebody new: of no home, and without an end. */
const NO_STAY = { apartmentId: null, from: null, until: null };

async function lockKnown(trx: Trx, { buildingId, userId }: OfHolder) {
  const holder = await lockCardHolder(trx, buildingId, userId);
  if (!holder) {
    throw new Refused("CARD_HOLDER_NOT_FOUND");
  }
  return holder;
}

async function readOne(services: Services, db: Db, { buildingId, userId }: OfHolder): Promise<CardHolder> {
  const { rows } = await findCardHolders(db, { buildingId, userId });
  const [cardHolder] = await describe(services, db, buildingId, rows);
  if (!cardHolder) {
    throw new Refused("CARD_HOLDER_NOT_FOUND");
  }
  return cardHolder;
}

async function describe(
  { clock }: Services,
  db: Db,
  buildingId: string,
  rows: readonly CardHolderRow[],
): Promise<CardHolder[]> {
  const ids = rows.map(({ id }) => id);
  const cards: Map<string, Card[]> = await cardsOfPeople(db, ids);
  const grants = await findGrantsOfPeople(db, buildingId, ids);
  const now = clock.now();
  return rows.map((row) => ({
    ...toldOf(row, now),
    apartment:
      row.apartmentId === null || row.apartmentName === null
        ? null
        : { id: row.apartmentId, name: row.apartmentName },
    levels: grants.filter(({ userId }) => userId === row.id).map(({ id, name }) => ({ id, name })),
    cards: cards.get(row.id) ?? [],
  }));
}

const toldOf = (row: CardHolderRow, now: Date) => ({
  id: row.id,
  name: row.name,
  from: row.from?.toISOString() ?? null,
  until: row.until?.toISOString() ?? null,
  state: stateOf(row, now),
});

function stateOf({ belongsTo, apartmentId, from, until }: CardHolderRow, now: Date): CardHolderState {
  if ((until !== null && until <= now) || (belongsTo === "home" && apartmentId === null)) {
    return "over";
  }
  return from !== null && from > now ? "later" : "now";
}

const forAudit = ({ name, apartment, from, until, levels, cards }: CardHolder) => ({
  name,
  apartment: apartment?.name ?? null,
  from,
  until,
  levels: levels.map((level) => level.name),
  tag: cards.map(({ tag }) => tag),
});
