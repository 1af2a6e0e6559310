import { z } from "zod";
import { endpoint, whoMay } from "../lib/endpoint.ts";
import { personal } from "../lib/personal.ts";
import { NewPassword } from "./recovery.contract.ts";

/** One of the places where a person is signed in. */
export const OwnSession = z.object({
  id: z.uuid(),
  /** When it was begun. */
  createdAt: z.iso.datetime(),
  /** When it was last used, to a few minutes. */
  lastUsedAt: z.iso.datetime(),
  /** The device in plain Spanish: 'Chrome en Android'. */
  device: personal("movement", z.string()),
  /** The session that asks. */
  isCurrent: z.boolean(),
});
export type OwnSession = z.infer<typeof OwnSession>;

export const listSessions = endpoint({
  method: "GET",
  path: "/api/user/sessions",
  summary: "Where I am signed in, the last used first",
  access: whoMay("profile.own", "somewhere"),
  params: z.strictObject({}),
  query: z.strictObject({}),
  body: z.undefined(),
  reply: z.object({ sessions: z.array(OwnSession) }),
});

/** 404 for one that is not this person's, or ended already. */
export const closeSession = endpoint({
  method: "DELETE",
  path: "/api/user/sessions/{sessionId}",
  summary: "End one of my sessions, on HTTP and on its sockets",
  access: whoMay("profile.own", "somewhere"),
  params: z.strictObject({ sessionId: z.uuid() }),
  query: z.strictObject({}),
  body: z.undefined(),
  reply: z.object({ ok: z.literal(true) }),
});

export const closeOtherSessions = endpoint({
  method: "DELETE",
  path: "/api/user/sessions",
  summary: "End all my sessions but the one that asks",
  access: whoMay("profile.own", "somewhere"),
  params: z.strictObject({}),
  query: z.strictObject({}),
  body: z.undefined(),
  reply: z.object({ ended: z.number().int() }),
});

/**
 * Changes the password of the person who asks, and ends their other sessions. Refusals: WRONG_PASSWORD (422)
 * when the one they have is not that; PASSWORD_NOT_ACCEPTED (422); TOO_OFTEN (429).
 */
export const changePassword = endpoint({
  method: "PUT",
  path: "/api/user/profile/password",
  summary: "Change my password",
  access: whoMay("profile.own", "somewhere"),
  params: z.strictObject({}),
  query: z.strictObject({}),
  body: z.strictObject({
    currentPassword: personal("secret", z.string().min(1).max(200)),
    password: personal("secret", NewPassword),
  }),
  reply: z.object({ ok: z.literal(true) }),
});
