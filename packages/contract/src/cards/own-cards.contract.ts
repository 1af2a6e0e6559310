import { z } from "zod";
import { endpoint, whoMay } from "../lib/endpoint.ts";
import { personal } from "../lib/personal.ts";
import { CardType, cardTime } from "./cards.contract.ts";

/** A card as its holder sees it: enough to tell it from another one, and nothing to copy it from. */
export const OwnCard = z.object({
  id: z.uuid(),
  /** The last digits of its tag, as they are mostly printed on it. */
  ending: personal("movement", z.string()),
  type: CardType,
  /** `off`: the administration switched it off. */
  state: z.enum(["active", "off", "lost"]),
  lastTimeUsed: z.iso.datetime().nullable(),
  ...cardTime,
});
export type OwnCard = z.infer<typeof OwnCard>;

const own = whoMay("profile.own", "somewhere");
const none = z.strictObject({});

export const listOwnCards = endpoint({
  method: "GET",
  path: "/api/user/cards",
  summary: "My cards",
  access: own,
  params: none,
  query: none,
  body: z.undefined(),
  reply: z.object({ cards: z.array(OwnCard) }),
});

/** 'Perdí mi tarjeta': it opens nothing from then on, until the administration says otherwise. Refusals: CARD_NOT_FOUND (404). */
export const reportLostCard = endpoint({
  method: "POST",
  path: "/api/user/cards/{id}/lost",
  summary: "Say that I lost a card of mine: it opens nothing any more",
  access: own,
  params: z.strictObject({ id: z.uuid() }),
  query: none,
  body: z.strictObject({}).optional(),
  reply: z.object({ card: OwnCard }),
});
