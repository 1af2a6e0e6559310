import { z } from "zod";
import { endpoint, whoMay } from "../lib/endpoint.ts";
import { personal } from "../lib/personal.ts";
import { AnsweredBy, CallStatus, TelephoneWord } from "./calls.contract.ts";

/** Calls on one page of the history. */
export const HISTORY_PAGE = 20;

/** One ringing at an apartment, or from it to the lobby, however many people it rang. */
export const PastCall = z.object({
  id: z.uuid(),
  caller: z.object({ id: z.uuid(), name: personal("identity", z.string()) }),
  isFromLobby: z.boolean(),
  isToLobby: z.boolean(),
  isUnverified: z.boolean(),
  /** It came from the page of a guest's pass. Absent of all others. */
  isByPass: z.literal(true).optional(),
  /** Rung by the sign at the entrance. */
  isBySign: z.literal(true).optional(),
  createdAt: z.iso.datetime(),
  /** How it stands as a whole: one who answered counts more than those who did not. */
  status: CallStatus,
  answeredAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
  /** Null when nobody did. */
  answered: z.object({ id: z.uuid(), name: personal("identity", z.string()), by: AnsweredBy }).nullable(),
  /** What was said by the keys of the telephone that answered. */
  said: TelephoneWord.nullable(),
  /** What somebody who rejected had to say. */
  rejectMessage: z.string().nullable(),
  /** Short-lived address of the face at the door, else of who called; never of who speaks for the lobby. */
  image: personal("image", z.string().nullable()),
  /**
   * Short-lived address of what the entrance's camera showed when it rang. Null beside `image`, which shows the visitor
   * themselves, and where nothing was kept.
   */
  atEntrance: personal("image", z.string().nullable()),
  /** Who was let in or written down at the door, by name. */
  visitor: z.string().nullable(),
  /** A door moved during it. */
  isOpened: z.boolean(),
});
export type PastCall = z.infer<typeof PastCall>;

/** Who came to a home last: somebody who rang it, or a guest who came in by a pass. Both null where nobody did. */
export const LastVisitor = z.object({
  call: PastCall.nullable(),
  guest: z.object({ name: personal("identity", z.string()), enteredAt: z.iso.datetime() }).nullable(),
});
export type LastVisitor = z.infer<typeof LastVisitor>;

/** For who lives there; calls from the home to the lobby bring nobody. */
export const lastVisitor = endpoint({
  method: "GET",
  path: "/api/apartments/{apartmentId}/last-visitor",
  summary: "Who came last to the apartment one lives in, by a call or by a pass",
  access: whoMay("profile.own", "somewhere"),
  params: z.strictObject({ apartmentId: z.uuid() }),
  query: z.strictObject({}),
  body: z.undefined(),
  reply: LastVisitor,
});

/** For who lives there; others are told that there is no such apartment. */
export const callHistory = endpoint({
  method: "GET",
  path: "/api/apartments/{apartmentId}/calls",
  summary: "Calls of the apartment one lives in, newest first",
  access: whoMay("profile.own", "somewhere"),
  params: z.strictObject({ apartmentId: z.uuid() }),
  query: z.strictObject({
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    limit: z.coerce.number().int().min(1).max(100).default(HISTORY_PAGE),
  }),
  body: z.undefined(),
  reply: z.object({ calls: z.array(PastCall), totalPages: z.number().int() }),
});
