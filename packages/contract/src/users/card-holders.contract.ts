import { z } from "zod";
import { Card } from "../cards/cards.contract.ts";
import { OwnCard } from "../cards/own-cards.contract.ts";
import { csvFile, endpoint, whoMay } from "../lib/endpoint.ts";
import { chosenRows, Direction, inPagesOf, Search } from "../lib/pages.ts";
import { notPersonal, personal } from "../lib/personal.ts";

/*
 * People who carry a card and have neither telephone nor account: children, cleaners (decisions §8). The administration
 * writes them down; they never sign in.
 */

/** Card holders on one page. */
export const CARD_HOLDERS_PAGE = 25;
/** Levels that somebody may have by name. */
const MOST_LEVELS = 50;

const moment = z.iso.datetime().nullable();
/** How long whoever suspended a card of their home can take that back: the six seconds of the screen, on a slow line. */
export const RESUME_MS = 30_000;

const none = z.strictObject({});
const byBuilding = z.strictObject({ id: z.uuid() });
const byHolder = z.strictObject({ id: z.uuid(), userId: z.uuid() });
const byHomeCard = z.strictObject({ id: z.uuid(), userId: z.uuid(), cardId: z.uuid() });
const administrators = whoMay("buildings.administer", { building: "id" });
const family = whoMay("members.manage", { apartment: "id" });

const fields = {
  name: personal("identity", z.string().trim().min(1).max(120)),
  /** The home that they are of; null for the building's own. */
  apartmentId: z.uuid().nullable(),
  /** Null on a side without an end. */
  from: moment.default(null),
  until: moment.default(null),
  /** By name: without any, their cards open nothing. */
  levelIds: z.array(z.uuid()).max(MOST_LEVELS),
};
const isInOrder = ({
  from,
  until,
}: {
  from?: string | null | undefined;
  until?: string | null | undefined;
}) => !from || !until || Date.parse(from) < Date.parse(until);
const inOrder = { path: ["until"], error: "debe ser después del comienzo" };
export const CardHolderFields = z.strictObject(fields).refine(isInOrder, inOrder);
export type CardHolderFields = z.infer<typeof CardHolderFields>;
/** A change names what is other; nothing else is touched. */
export const CardHolderChange = z
  .strictObject({ ...fields, from: moment, until: moment })
  .partial()
  .refine(isInOrder, inOrder);
export type CardHolderChange = z.infer<typeof CardHolderChange>;

/** `over`: their time has run out, or their home is gone; their cards open nothing. */
export const CardHolderState = z.enum(["now", "later", "over"]);
export type CardHolderState = z.infer<typeof CardHolderState>;

export const CardHolder = z.object({
  id: z.uuid(),
  name: fields.name,
  apartment: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  from: moment,
  until: moment,
  state: CardHolderState,
  levels: z.array(z.object({ id: z.uuid(), name: notPersonal("of doors and hours", z.string()) })),
  cards: z.array(Card),
});
export type CardHolder = z.infer<typeof CardHolder>;

/** By what they can stand; those that are alike by name. `until`: who has an end first, then who has none. */
export const CardHolderOrder = z.enum(["name", "apartment", "until"]);
export type CardHolderOrder = z.infer<typeof CardHolderOrder>;

export const listCardHolders = endpoint({
  method: "GET",
  path: "/api/{product}/buildings/{id}/card-holders",
  summary:
    "The people of a building who carry a card and have no account, by name unless another order is asked for",
  access: administrators,
  params: byBuilding,
  query: z.strictObject({
    search: Search,
    ...inPagesOf(CARD_HOLDERS_PAGE),
    state: CardHolderState.optional(),
    sort: CardHolderOrder.default("name"),
    direction: Direction.default("asc"),
  }),
  body: z.undefined(),
  reply: z.object({ cardHolders: z.array(CardHolder), totalPages: z.number().int() }),
});

/** By name. That somebody took it is written down. */
export const exportCardHolders = csvFile({
  path: "/api/{product}/buildings/{id}/card-holders.csv",
  summary: "The same as a file for a spreadsheet, without pages",
  access: administrators,
  params: byBuilding,
  query: z.strictObject({ search: Search, state: CardHolderState.optional(), ...chosenRows }),
});

/** Refusals: APARTMENT_NOT_FOUND and ACCESS_LEVEL_NOT_FOUND (404) for those of no or another building, STAY_IN_THE_PAST (400). */
export const createCardHolder = endpoint({
  method: "POST",
  path: "/api/{product}/buildings/{id}/card-holders",
  summary: "Write down somebody who carries a card and has no account",
  access: administrators,
  params: byBuilding,
  query: none,
  body: CardHolderFields,
  reply: z.object({ cardHolder: CardHolder }),
});

/** Refusals: CARD_HOLDER_NOT_FOUND (404), INCOMPLETE (422), and those of making one. */
export const changeCardHolder = endpoint({
  method: "PUT",
  path: "/api/{product}/buildings/{id}/card-holders/{userId}",
  summary: "Change somebody's name, home, time or levels who has no account; it holds at once",
  access: administrators,
  params: byHolder,
  query: none,
  body: CardHolderChange,
  reply: z.object({ cardHolder: CardHolder }),
});

/** Their cards and levels end at once, and the cards are free for others. Refusals: CARD_HOLDER_NOT_FOUND (404). */
export const removeCardHolder = endpoint({
  method: "DELETE",
  path: "/api/{product}/buildings/{id}/card-holders/{userId}",
  summary: "Take somebody away who carries a card and has no account",
  access: administrators,
  params: byHolder,
  query: none,
  body: z.strictObject({}).optional(),
  reply: z.object({ ok: z.literal(true) }),
});

/** As whoever looks after a home sees them: cards as their holder would. */
export const HomeCardHolder = CardHolder.pick({
  id: true,
  name: true,
  from: true,
  until: true,
  state: true,
}).extend({
  cards: z.array(OwnCard),
});
export type HomeCardHolder = z.infer<typeof HomeCardHolder>;

export const listHomeCardHolders = endpoint({
  method: "GET",
  path: "/api/apartments/{id}/card-holders",
  summary: "The people of a home who carry a card and have no account, for its leader",
  access: family,
  params: byBuilding,
  query: none,
  body: z.undefined(),
  reply: z.object({ cardHolders: z.array(HomeCardHolder) }),
});

/** It opens nothing from then on, until the administration says otherwise, or who said so takes it back at once; said again it is the same. Refusals: CARD_NOT_FOUND (404). */
export const suspendHomeCard = endpoint({
  method: "POST",
  path: "/api/apartments/{id}/card-holders/{userId}/cards/{cardId}/suspend",
  summary: "Suspend a card of somebody of the home who has no account",
  access: family,
  params: byHomeCard,
  query: none,
  body: z.strictObject({}).optional(),
  reply: z.object({ card: OwnCard }),
});

/**
 * For whoever just suspended it, as long as nothing else came to the card. Refusals: CARD_NOT_FOUND (404),
 * UNDO_TOO_LATE (409).
 */
export const resumeHomeCard = endpoint({
  method: "POST",
  path: "/api/apartments/{id}/card-holders/{userId}/cards/{cardId}/resume",
  summary: "Take back that one suspended a card of somebody of the home a moment ago",
  access: family,
  params: byHomeCard,
  query: none,
  body: z.strictObject({}).optional(),
  reply: z.object({ card: OwnCard }),
});
