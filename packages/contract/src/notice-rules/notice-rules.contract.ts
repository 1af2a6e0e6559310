import { z } from "zod";
import { endpoint, whoMay } from "../lib/endpoint.ts";
import { personal } from "../lib/personal.ts";
import { WeeklyHours } from "../lib/weekly-hours.ts";

/*
 * 'Avísame si…': what somebody wants to be told of their home. Only who lives there may; what happened is told and not
 * kept. Of somebody's coming home nobody hears whom they do not let.
 */

/** `arrivals`: somebody of the home came. `guests`: a pass of the home was used. `doors`: one on the way home stays open. */
export const NoticeKind = z.enum(["arrivals", "guests", "doors"]);
export type NoticeKind = z.infer<typeof NoticeKind>;

/** Of the guests of one pass also the first alone. */
export const NoticeTells = z.enum(["no", "first", "every"]);
export type NoticeTells = z.infer<typeof NoticeTells>;

/** Hours of the week by the building's clock; none of them is always. */
const Hours = z.array(WeeklyHours).max(21);

/** Said with its kind, so that what cannot be is not said. */
export const NoticeRule = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("arrivals"), tells: z.enum(["no", "every"]), hours: Hours }),
  z.object({ kind: z.literal("guests"), tells: NoticeTells, hours: Hours }),
  z.object({ kind: z.literal("doors"), tells: z.enum(["no", "every"]), hours: Hours }),
]);
export type NoticeRule = z.infer<typeof NoticeRule>;

/** What becomes of the wish to know when somebody comes home. */
export const WatchState = z.enum(["asked", "allowed", "refused"]);
export type WatchState = z.infer<typeof WatchState>;

/** Somebody else of the home, and whether the asker is told when they come. */
export const WatchedPerson = z.object({
  id: z.uuid(),
  name: personal("identity", z.string()),
  /** Who has none (a child) cannot be asked: a leader of the home decides. */
  hasAccount: z.boolean(),
  state: WatchState.nullable(),
});
export type WatchedPerson = z.infer<typeof WatchedPerson>;

const Named = z.object({ id: z.uuid(), name: personal("identity", z.string()) });

/** Somebody who wants to know when the asker comes home, or, for a leader, when somebody without an account does. */
export const Watcher = z.object({ watcher: Named, of: Named, isMe: z.boolean(), state: WatchState });
export type Watcher = z.infer<typeof Watcher>;

/** All that somebody chose of one home, and who is told of them. */
export const HomeNotices = z.object({
  /** Of the building: its clock says when the hours are. */
  timeZone: z.string(),
  rules: z.array(NoticeRule),
  people: z.array(WatchedPerson),
  watchers: z.array(Watcher),
});
export type HomeNotices = z.infer<typeof HomeNotices>;

const none = z.strictObject({});
/** Refusal of each, besides: NOTICES_FOR_RESIDENTS (403) for an owner who lives elsewhere. */
const residents = whoMay("notices.choose", { apartment: "apartmentId" });

export const readHomeNotices = endpoint({
  method: "GET",
  path: "/api/apartments/{apartmentId}/notices",
  summary: "What the asker is told of their home, and who is told of them",
  access: residents,
  params: z.strictObject({ apartmentId: z.uuid() }),
  query: none,
  body: z.undefined(),
  reply: HomeNotices,
});

export const changeNoticeRule = endpoint({
  method: "PUT",
  path: "/api/apartments/{apartmentId}/notices",
  summary: "Choose what to be told of one's home, and in which hours",
  access: residents,
  params: z.strictObject({ apartmentId: z.uuid() }),
  query: none,
  body: NoticeRule,
  reply: HomeNotices,
});

/**
 * The person is asked, and nothing is told before they said yes; a leader's word is enough for who has no account.
 * Refusals: PERSON_NOT_OF_HOME (404), ARRIVALS_NOT_ALLOWED (409) for who said no, TOO_OFTEN (429).
 */
export const watchArrivals = endpoint({
  method: "PUT",
  path: "/api/apartments/{apartmentId}/notices/arrivals/{personId}",
  summary: "Ask to be told when somebody of the home comes, or no more",
  access: residents,
  params: z.strictObject({ apartmentId: z.uuid(), personId: z.uuid() }),
  query: none,
  body: z.strictObject({ wants: z.boolean() }),
  reply: HomeNotices,
});

/** Refusal: PERSON_NOT_OF_HOME (404) for a wish that is not there, or that is not the asker's to answer. */
export const decideArrivals = endpoint({
  method: "PUT",
  path: "/api/apartments/{apartmentId}/notices/arrivals/{personId}/watchers/{watcherId}",
  summary: "Let somebody of the home be told when one comes, or no more",
  access: residents,
  params: z.strictObject({ apartmentId: z.uuid(), personId: z.uuid(), watcherId: z.uuid() }),
  query: none,
  body: z.strictObject({ allows: z.boolean() }),
  reply: HomeNotices,
});

/** Server → people of a home. */
export const noticeEvents = {
  /** Something that this person chose to be told of happened just now. */
  home_notice: z.object({
    kind: NoticeKind,
    title: personal("movement", z.string()),
    sentence: personal("movement", z.string()),
  }),
  /** Who is told of whom is another matter now. Ask again. */
  "notices:changed": z.object({ apartmentId: z.uuid() }),
} as const;
