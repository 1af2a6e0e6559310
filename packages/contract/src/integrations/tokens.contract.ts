import { z } from "zod";
import { endpoint, whoMay } from "../lib/endpoint.ts";
import { notPersonal, personal } from "../lib/personal.ts";
import { TokenRight } from "../lib/token-rights.ts";

/** Tokens of one building at the most. */
export const TOKENS_AT_MOST = 20;
/** Doors that one token may open at the most. */
export const TOKEN_DOORS_AT_MOST = 100;

const none = z.strictObject({});
const ofBuilding = z.strictObject({ id: z.uuid() });

/** An API token as who administers the building sees it: never the token itself. */
export const ApiToken = z.object({
  id: z.uuid(),
  name: notPersonal("of a program", z.string()),
  /** Its first characters, to recognise it by: 'umb_4fK2'. */
  prefix: z.string(),
  rights: z.array(TokenRight),
  /** The doors that it may open. */
  doors: z.array(z.object({ id: z.uuid(), name: z.string() })),
  createdAt: z.iso.datetime(),
  /** Null for one without an end. */
  expiresAt: z.iso.datetime().nullable(),
  isExpired: z.boolean(),
  /** To a minute; null for one that nobody used. */
  lastUsedAt: z.iso.datetime().nullable(),
  /** The address from which it was used last. */
  lastUsedFrom: personal("movement", z.string().nullable()),
});
export type ApiToken = z.infer<typeof ApiToken>;

export const listTokens = endpoint({
  method: "GET",
  path: "/api/{product}/buildings/{id}/tokens",
  summary: "The API tokens of a building",
  access: whoMay("buildings.administer", { building: "id" }),
  params: ofBuilding,
  query: none,
  body: z.undefined(),
  reply: z.object({ tokens: z.array(ApiToken) }),
});

export const TokenForm = z.strictObject({
  name: notPersonal("of a program", z.string().trim().min(1).max(60)),
  rights: z
    .array(TokenRight)
    .min(1)
    .max(TokenRight.options.length)
    .transform((rights) => [...new Set(rights)]),
  /** What `doors:open` is of: at least one with it. */
  doorIds: z.array(z.uuid()).max(TOKEN_DOORS_AT_MOST).default([]),
  /** Until when it is good; null for one without an end. */
  expiresAt: z.iso.datetime().nullable().default(null),
});
export type TokenForm = z.infer<typeof TokenForm>;

/**
 * The token is in this answer and nowhere else: the database keeps a digest. Refusals: TOO_MANY_TOKENS (409),
 * TOKEN_DOORS_ASKED (422), DOOR_NOT_FOUND (404), GRANT_IN_THE_PAST (422).
 */
export const makeToken = endpoint({
  method: "POST",
  path: "/api/{product}/buildings/{id}/tokens",
  summary: "Make an API token for a program, shown once",
  access: whoMay("buildings.administer", { building: "id" }),
  params: ofBuilding,
  query: none,
  body: TokenForm,
  reply: z.object({ token: ApiToken, secret: personal("secret", z.string()) }),
});

/** It is good for nothing from then on, on sockets too. Refusals: TOKEN_NOT_FOUND (404). */
export const takeTokenBack = endpoint({
  method: "DELETE",
  path: "/api/{product}/buildings/{id}/tokens/{tokenId}",
  summary: "Take an API token back",
  access: whoMay("buildings.administer", { building: "id" }),
  params: z.strictObject({ id: z.uuid(), tokenId: notPersonal("names a token, and is none", z.uuid()) }),
  query: none,
  body: z.undefined(),
  reply: z.object({ ok: z.literal(true) }),
});
