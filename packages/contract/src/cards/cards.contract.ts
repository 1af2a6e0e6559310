import { z } from "zod";
import { csvFile, endpoint, whoMay } from "../lib/endpoint.ts";
import { message } from "../lib/message.ts";
import { chosenRows, countedPages, wholeOrPage } from "../lib/pages.ts";
import { personal } from "../lib/personal.ts";
import { normalCedula } from "../registration/personal-data.ts";

/** What a card opens for: somebody's car, or the person. */
export const CardType = z.enum(["CAR", "PERSON"]);
export type CardType = z.infer<typeof CardType>;

/** A card's own time; null on a side without an end. */
export const cardTime = {
  from: z.iso.datetime().nullable().default(null),
  until: z.iso.datetime().nullable().default(null),
};

export const Card = z.object({
  id: z.uuid(),
  /** Hexadecimal digits in capitals, without what a reader puts between them. */
  tag: personal("movement", z.string()),
  type: CardType,
  active: z.boolean(),
  /** Since when its holder says that they lost it; null for none. Made active again, it is found. */
  lostAt: z.iso.datetime().nullable(),
  lastTimeUsed: z.iso.datetime().nullable(),
  ...cardTime,
});
export type Card = z.infer<typeof Card>;

const none = z.strictObject({});
const byCard = z.strictObject({ id: z.uuid() });
const administrators = whoMay("buildings.administer", "somewhere");
const Document = z.string().trim().min(1).max(40).transform(normalCedula);
/** As it was read or typed; the service brings it into one form, or refuses it with TAG_NOT_VALID. */
const Tag = z.string().trim().min(1).max(200);
/** From when until when it opens: null for open on that side, and what is not said stays as it is. */
const saidTime = {
  from: z.iso.datetime().nullable().optional(),
  until: z.iso.datetime().nullable().optional(),
};
const isInOrder = ({
  from,
  until,
}: {
  from?: string | null | undefined;
  until?: string | null | undefined;
}) => !from || !until || Date.parse(from) < Date.parse(until);
const inOrder = { path: ["until"], error: "debe ser después del comienzo" };

/** `search` is a part of a tag, as it was read or typed. Refusals: USER_NOT_FOUND (404), INCOMPLETE (422) without a document. */
export const listCards = endpoint({
  method: "GET",
  path: "/api/{product}/cardsv2",
  summary: "The cards of somebody, the newest first; in pages when a page is asked for",
  access: administrators,
  params: none,
  query: z.strictObject({ document: personal("identity", Document), ...wholeOrPage }),
  body: z.undefined(),
  reply: z.object({ cards: z.array(z.object({ card: Card })), ...countedPages }),
});

/**
 * Gives somebody a card. Refusals: CARD_TAKEN (400) when the tag is anybody's already, or promised to somebody else by an
 * invitation, USER_NOT_FOUND (404), USER_NOT_VERIFIED, TAG_NOT_VALID, GRANT_IN_THE_PAST and INCOMPLETE (422).
 */
export const createCard = endpoint({
  method: "POST",
  path: "/api/{product}/cardsv2",
  summary: "Give somebody a card",
  access: administrators,
  params: none,
  query: none,
  body: z
    .strictObject({ userId: z.uuid(), tag: personal("movement", Tag), type: CardType, ...saidTime })
    .refine(isInOrder, inOrder),
  reply: z.object({ message: z.string(), card: Card }),
});

/**
 * What is not said stays as it is: a lost card stays lost until somebody says that it is active. Refusals: CARD_TAKEN
 * (400), CARD_NOT_FOUND (404), CARD_LOST (409), TAG_NOT_VALID, GRANT_IN_THE_PAST and INCOMPLETE (422).
 */
export const changeCard = endpoint({
  method: "PUT",
  path: "/api/{product}/cardsv2/{id}",
  summary: "Change a card's tag, type, time or whether it opens",
  access: whoMay("buildings.administer", { card: "id" }),
  params: byCard,
  query: none,
  body: z
    .strictObject({
      tag: personal("movement", Tag).optional(),
      type: CardType.optional(),
      active: z.boolean().optional(),
      /** Whoever says so saw no lost card: one that was reported lost meanwhile is not made active, CARD_LOST. */
      unlessLost: z.boolean().optional(),
      ...saidTime,
    })
    .refine(isInOrder, inOrder),
  /** `wasActive`: before this change. Who suspended a card that was suspended already took nothing that could be given back. */
  reply: z.object({ card: Card, wasActive: z.boolean() }),
});

export type CardChange = z.output<typeof changeCard.body>;

/** Refusals: CARD_NOT_FOUND (404). */
export const deleteCard = endpoint({
  method: "DELETE",
  path: "/api/{product}/cardsv2/{id}",
  summary: "Delete a card for good",
  access: whoMay("buildings.administer", { card: "id" }),
  params: byCard,
  query: none,
  body: z.strictObject({}).optional(),
  reply: z.object({ ok: z.literal(true) }),
});

/** Its holder told the administration. Said again, it is the same loss. Refusals: CARD_NOT_FOUND (404), PLATFORM_ONLY (403). */
export const markCardLost = endpoint({
  method: "POST",
  path: "/api/{product}/cardsv2/{id}/lost",
  summary: "Somebody lost a card: it opens nothing any more",
  access: whoMay("buildings.administer", { card: "id" }),
  params: byCard,
  query: none,
  body: z.strictObject({}).optional(),
  reply: z.object({ card: Card }),
});

/** That somebody took it is written down. */
export const exportCards = csvFile({
  path: "/api/{product}/cardsv2.csv",
  summary: "All cards and whose they are, or some that were chosen, as a file for a spreadsheet",
  access: administrators,
  params: none,
  query: z.strictObject(chosenRows),
});

/**
 * The next card held to this door's reader is told to who asks, as `read_tag`, and opens nothing. It ends
 * with that card, after `READER_SETUP_MS`, or when somebody sets the same reader up anew.
 */
export const cardSetup = message({
  event: "card:setup",
  summary: "Read the next card at a door's reader, to register it",
  access: whoMay("buildings.administer", { building: "buildingId" }),
  payload: z.strictObject({
    buildingId: z.uuid(),
    /** The door's whole localId, or its id. */
    door: z.string().min(1).max(64),
  }),
  reply: z.object({
    doorId: z.uuid(),
    until: z.iso.datetime(),
    /** Names this setup, to stop it by. */
    setupId: z.uuid(),
  }),
});

/** Ends a setup of one's own session: cards open there again. Nothing happens where it ended already, or another took its place. */
export const stopCardSetup = message({
  event: "card:setup:stop",
  summary: "Let a door's reader wait for no card any more",
  access: whoMay("buildings.administer", { building: "buildingId" }),
  payload: z.strictObject({ buildingId: z.uuid(), setupId: z.uuid() }),
  reply: z.object({}),
});

/** Server → the administrator who set a reader up. */
export const cardEvents = {
  /** `error` is null when the reader waits for a card. */
  "card:setup:response": z.object({ error: z.string().nullable() }),
  /** The tag that was read there. */
  read_tag: personal("movement", z.string()),
} as const;
