import { z } from "zod";
import { anybody, endpoint, signVisitors } from "../lib/endpoint.ts";
import { notPersonal, personal } from "../lib/personal.ts";
import { DayHours } from "../lib/weekly-hours.ts";

/*
 * The page of the sign at a building's entrance, `/e/#<secret>`: public, without sign-in. Whoever stands before the sign
 * has its secret, exchanges it for a session of half an hour, and may read which homes there are and ring one of them, or
 * the lobby. Nothing is told of who lives where, nor of whether anybody does.
 */

/** Where the page is served. */
export const SIGN_PAGE_PATH = "/e/";
/** How long a visitor's session lasts. */
export const SIGN_SESSION_MS = 30 * 60_000;
/** 80 random bits in letters and digits that nobody takes for one another (Crockford's base 32): printed, and typed. */
export const SignSecret = personal("secret", z.string().regex(/^[0-9A-HJKMNP-TV-Z]{16}$/));
/** What a browser knows itself by: 32 random bytes in base64url, which are no other page's. */
const BrowserMark = personal("secret", z.string().regex(/^[\w-]{43}$/));

const none = z.strictObject({});

/** From when to when it rings, on the building's own clock; all day where both are the same. Past midnight where `to` is earlier. */
export const SignHours = z.strictObject(DayHours.shape);
export type SignHours = z.infer<typeof SignHours>;

/** `closed`: not at this hour. `off`: the building wants none of it for now. */
export const SignState = z.enum(["rings", "closed", "off"]);
export type SignState = z.infer<typeof SignState>;

/** A home by its name or number, and nothing else of it. */
const SignHome = z.object({ id: z.uuid(), name: notPersonal("of a place", z.string()) });

export const SignPage = z.object({
  building: z.object({ name: notPersonal("of a place", z.string()) }),
  state: SignState,
  hours: SignHours,
  /** Whether there is a lobby to ring. */
  hasLobby: z.boolean(),
  /** In natural order: every home of the building, whether anybody lives there or not. None while it is off. */
  towers: z.array(
    z.object({
      name: notPersonal("of a place", z.string()),
      floors: z.array(z.object({ name: notPersonal("of a place", z.string()), homes: z.array(SignHome) })),
    }),
  ),
});
export type SignPage = z.infer<typeof SignPage>;

/** Refusals: SIGN_NOT_VALID (404) alike for what never was and what was renewed; TOO_OFTEN (429). */
export const beginSignSession = endpoint({
  method: "POST",
  path: "/api/sign/session",
  summary: "Exchange the secret of an entrance's sign for a session of 30 minutes",
  access: anybody,
  params: none,
  query: none,
  body: z.strictObject({ secret: SignSecret, browser: BrowserMark }),
  bodyLimit: 500,
  reply: z.object({
    token: personal("secret", z.string()),
    expiresAt: z.iso.datetime(),
    sign: SignPage,
  }),
});

/** Refusals: SIGN_NOT_VALID (404). */
export const readSignPage = endpoint({
  method: "GET",
  path: "/api/sign/homes",
  summary: "The homes of the building at whose sign the visitor stands",
  access: signVisitors,
  params: none,
  query: none,
  body: z.undefined(),
  reply: z.object({ sign: SignPage }),
});

/**
 * Rings everybody of a home at once, or the lobby. What the visitor rang before ends. The answer is the same whether
 * anybody is there, wants to be rung by the sign, or has blocked this visitor: then it rings nowhere until its time is
 * over. Refusals: SIGN_NOT_VALID (404); NOT_FOUND (404) for a home of elsewhere; SIGN_OFF, SIGN_CLOSED (409);
 * SIGN_CALLS_TOO_OFTEN (429).
 */
export const ringBySign = endpoint({
  method: "POST",
  path: "/api/sign/call",
  summary: "Ring a home of the building, or its lobby",
  access: signVisitors,
  params: none,
  query: none,
  body: z.strictObject({
    /** Null rings the lobby. */
    apartmentId: z.uuid().nullable(),
  }),
  bodyLimit: 500,
  reply: z.object({
    ringing: z.object({ id: z.uuid(), createdAt: z.iso.datetime(), expiresAt: z.iso.datetime() }),
  }),
});

export const stopRingingBySign = endpoint({
  method: "DELETE",
  path: "/api/sign/call",
  summary: "End what the visitor rings or talks in",
  access: signVisitors,
  params: none,
  query: none,
  body: z.undefined(),
  reply: z.object({ ok: z.literal(true) }),
});
