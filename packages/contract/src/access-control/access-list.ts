import { z } from "zod";
import { personal } from "../lib/personal.ts";
import { CredentialState } from "./decision.ts";
import { LONGEST_PIN, SHORTEST_PIN } from "./pins.ts";
import { HolidayDate, ScheduleHours } from "./schedules.ts";

/*
 * What a controller has to know to decide by itself who comes in: an access list, in entries. Each has a key and the
 * number of its last change; numbers of a building go up by one. A list is told in pages that the server signs: the
 * whole of it to a controller that has none, and what changed since its number to one that has.
 */

/** Counts since when the server's list is one story: a server that went back in time begins another. */
export const AccessVersion = z.object({
  /** When this story began: milliseconds since 1970, higher than any before. */
  epoch: z.number().int().nonnegative(),
  /** The last change that it holds. */
  number: z.number().int().nonnegative(),
});
export type AccessVersion = z.infer<typeof AccessVersion>;

const span = { from: z.iso.datetime().nullable(), until: z.iso.datetime().nullable() };

/** One entry. Names of people are not among them: a controller decides by keys. */
export const AccessEntry = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("building"),
    /** For how long the server may be away before only those come in who outlast it. */
    offlineDays: z.number().int().min(1).max(90),
  }),
  z.strictObject({ kind: z.literal("schedule"), id: z.uuid(), ...ScheduleHours.shape }),
  z.strictObject({ kind: z.literal("holiday"), day: HolidayDate }),
  /** Doors that a level gives: the same for all who live in one place, where the level says 'the way home'. */
  z.strictObject({
    kind: z.literal("area"),
    id: z.string().min(1).max(200),
    levelId: z.uuid(),
    doorIds: z.array(z.uuid()).max(2000),
    /** Null for always. */
    scheduleId: z.uuid().nullable(),
    passesLocked: z.boolean(),
    outlastsServer: z.boolean(),
  }),
  z.strictObject({
    kind: z.literal("holder"),
    id: z.uuid(),
    isSuspended: z.boolean(),
    areas: z.array(z.strictObject({ areaId: z.string().min(1).max(200), ...span })).max(200),
  }),
  z.strictObject({
    kind: z.literal("card"),
    id: z.uuid(),
    tag: personal("movement", z.string().regex(/^[0-9A-F]{4,64}$/)),
    holderId: z.uuid(),
    state: CredentialState,
    ...span,
  }),
  z.strictObject({
    kind: z.literal("pin"),
    id: z.uuid(),
    /** HMAC-SHA-256 of the contract's `pinText`, by the building's key for PINs, which is in no list. */
    digest: personal("secret", z.string().regex(/^[0-9a-f]{64}$/)),
    holderId: z.uuid(),
    state: CredentialState,
    ...span,
  }),
  /** What is known of all PINs together: a keypad need not wait for `#` after so many digits. */
  z.strictObject({ kind: z.literal("pins"), digits: z.number().int().min(SHORTEST_PIN).max(LONGEST_PIN) }),
  /** The doors of the way to some homes. Who comes in counts at those of the perimeter; those behind them follow. */
  z.strictObject({
    kind: z.literal("way"),
    id: z.string().min(1).max(200),
    perimeter: z.array(z.uuid()).max(2000),
    inner: z.array(z.uuid()).max(2000),
  }),
  /** A guest's. One that was taken back is not in the list. */
  z.strictObject({
    kind: z.literal("pass"),
    id: z.uuid(),
    /** As a PIN's. */
    digest: personal("secret", z.string().regex(/^[0-9a-f]{64}$/)),
    wayId: z.string().min(1).max(200),
    from: z.iso.datetime(),
    until: z.iso.datetime(),
    /** Null for all of them. */
    hours: ScheduleHours.nullable(),
    /** How many may come in by it; null for any number, of which nobody keeps count here. */
    entries: z.number().int().min(1).nullable(),
    /** How many of those came in, and when the last one did, as far as the server knows. */
    used: z.number().int().nonnegative(),
    enteredAt: z.iso.datetime().nullable(),
    /** The controller that alone counts them; null where the server does. */
    decider: z.uuid().nullable(),
  }),
  /** A door that is not as any other. */
  z.strictObject({
    kind: z.literal("door"),
    id: z.uuid(),
    lockedUntil: z.iso.datetime().nullable(),
    freeUntil: z.iso.datetime().nullable(),
    freeScheduleId: z.uuid().nullable(),
  }),
]);
export type AccessEntry = z.infer<typeof AccessEntry>;

/** What names an entry in its list. A card's is its tag, a PIN's and a pass's its digest: two of one cannot be. */
export function keyOfEntry(entry: AccessEntry): string {
  switch (entry.kind) {
    case "building":
    case "pins":
      return entry.kind;
    case "holiday":
      return `holiday:${entry.day}`;
    case "card":
      return `card:${entry.tag}`;
    case "pin":
      return `pin:${entry.digest}`;
    case "pass":
      return `pass:${entry.digest}`;
    default:
      return `${entry.kind}:${entry.id}`;
  }
}

/** Entries in one page at most. */
export const ACCESS_PAGE_ENTRIES = 2000;

/** What is signed: the text, so that both sides speak of the very same bytes. */
export const AccessPageBody = z.strictObject({
  buildingId: z.uuid(),
  epoch: AccessVersion.shape.epoch,
  /** It holds every change after this number, up to `to`. 0 begins a whole list: what was kept before is not part of it. */
  from: AccessVersion.shape.number,
  to: AccessVersion.shape.number,
  /** The number of the list as it is: the page with `to` equal to it is the last one. */
  head: AccessVersion.shape.number,
  /** {@link combineDigests} of the entries of the list at `head`. */
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  entries: z
    .array(
      z.strictObject({
        key: z.string().min(1).max(220),
        /** The entry as JSON; null for one that is gone. */
        body: z.string().max(100_000).nullable(),
      }),
    )
    .max(ACCESS_PAGE_ENTRIES),
});
export type AccessPageBody = z.infer<typeof AccessPageBody>;

/** One page on its way. */
export const AccessPage = z.strictObject({
  /** {@link AccessPageBody} as JSON. */
  body: z.string().max(20_000_000),
  /** Base64url Ed25519 signature of {@link accessPageText}. */
  signature: personal("secret", z.string().max(200)),
});
export type AccessPage = z.infer<typeof AccessPage>;

/** What is signed: the purpose stands before it, so that a signature serves nowhere else. */
export const accessPageText = (body: string): string => `umbral-access-page:${body}`;

/** What a controller has, and by which it is compared with what it should have; null before it has any. */
export const KeptAccess = z.object({
  ...AccessVersion.shape,
  digest: AccessPageBody.shape.digest,
});
export type KeptAccess = z.infer<typeof KeptAccess>;

/**
 * Entries that a controller of before does not know: it refuses a page that holds one. So they are told to those alone
 * that say they know them, and the digest of the list as others are told it is without them.
 */
export const KNOWS_PASSES = "pass";

/** What a controller says of its list as it signs in. Before it has any it is the list of number 0, without entries. */
export const AccessClaim = KeptAccess.extend({
  knows: z.array(z.string().max(40)).max(20).default([]),
});
export type AccessClaim = z.infer<typeof AccessClaim>;

/** `refused`: not signed by the server's key, of another building, or older than what is kept. */
export const AccessPageAnswer = z.object({
  outcome: z.enum(["kept", "refused"]),
  /** What it has now, whatever came of the page: the next one begins there. */
  kept: KeptAccess.nullable(),
});
export type AccessPageAnswer = z.infer<typeof AccessPageAnswer>;
/** How long the server waits for that answer: a page is one write to a memory card. */
export const ACCESS_PAGE_ANSWER_MS = 20_000;

/** The digest of a list without entries. */
export const NO_ENTRIES = "0".repeat(64);

/**
 * Adds an entry's digest to that of a list, or takes it away again: the order in which they came does not matter.
 * @param list 64 hexadecimal digits
 * @param entry the SHA-256 of {@link entryText}, as 64 hexadecimal digits
 */
export function combineDigests(list: string, entry: string): string {
  return (BigInt(`0x${list}`) ^ BigInt(`0x${entry}`)).toString(16).padStart(64, "0");
}

/** What of an entry its digest is made of. */
export const entryText = (key: string, body: string): string => `${key}\n${body}`;
