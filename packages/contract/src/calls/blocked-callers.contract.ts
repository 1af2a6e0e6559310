import { z } from "zod";
import { endpoint, whoMay } from "../lib/endpoint.ts";
import { personal } from "../lib/personal.ts";

const ofHome = z.strictObject({ apartmentId: z.uuid() });
const ofCaller = z.strictObject({ apartmentId: z.uuid(), callerId: z.uuid() });

/** Somebody whose calls this home does not hear any more. */
export const BlockedCaller = z.object({
  id: z.uuid(),
  name: personal("identity", z.string()),
  at: z.iso.datetime(),
  /** Who of the home did it; null when that account is gone. */
  by: z.object({ id: z.uuid(), name: personal("identity", z.string()) }).nullable(),
});
export type BlockedCaller = z.infer<typeof BlockedCaller>;

/** For whoever rings when the apartment is called; others are told that there is no such apartment. */
export const listBlockedCallers = endpoint({
  method: "GET",
  path: "/api/apartments/{apartmentId}/blocked-callers",
  summary: "Callers that the home one lives in has blocked, the last first",
  access: whoMay("profile.own", "somewhere"),
  params: ofHome,
  query: z.strictObject({}),
  body: z.undefined(),
  reply: z.object({ blockedCallers: z.array(BlockedCaller) }),
});

/** A blocked caller is answered as if nobody were there. Blocking again changes nothing. */
export const blockCaller = endpoint({
  method: "PUT",
  path: "/api/apartments/{apartmentId}/blocked-callers/{callerId}",
  summary: "Hear no more calls of a visitor who has called the home one lives in",
  access: whoMay("profile.own", "somewhere"),
  params: ofCaller,
  query: z.strictObject({}),
  body: z.strictObject({}).optional(),
  reply: z.object({ blockedCallers: z.array(BlockedCaller) }),
});

export const unblockCaller = endpoint({
  method: "DELETE",
  path: "/api/apartments/{apartmentId}/blocked-callers/{callerId}",
  summary: "Hear the calls of a blocked caller again",
  access: whoMay("profile.own", "somewhere"),
  params: ofCaller,
  query: z.strictObject({}),
  body: z.undefined(),
  reply: z.object({ blockedCallers: z.array(BlockedCaller) }),
});

/** Server → people of a home. */
export const blockedCallerEvents = {
  /** Whose calls the home does not hear is another matter now. Ask again. */
  "blocked_callers:changed": z.object({ apartmentId: z.uuid() }),
} as const;
