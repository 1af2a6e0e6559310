import { z } from "zod";
import { csvFile, endpoint, whoMay } from "../lib/endpoint.ts";
import { chosenRows } from "../lib/pages.ts";
import { personal } from "../lib/personal.ts";
import { normalCedula } from "../registration/personal-data.ts";
import { Email } from "../registration/registration.contract.ts";

const none = z.strictObject({});
const administers = whoMay("platform.administer", "somewhere");
const byId = z.strictObject({ id: z.uuid() });

/** How long an invitation's link sets a password. */
export const INVITATION_MS = 7 * 24 * 3_600_000;

export const Administrator = z.object({
  id: z.uuid(),
  cedula: personal("identity", z.string()),
  name: personal("identity", z.string()),
  email: personal("contact", z.string()),
  active: z.boolean(),
  /** Has set a password: the invitation was taken. */
  hasPassword: z.boolean(),
  hasSecondFactor: z.boolean(),
  createdAt: z.iso.datetime(),
});
export type Administrator = z.infer<typeof Administrator>;

export const listAdministrators = endpoint({
  method: "GET",
  path: "/api/{product}/administrators",
  summary: "The platform's administrators, by name",
  access: administers,
  params: none,
  query: none,
  body: z.undefined(),
  reply: z.object({ administrators: z.array(Administrator) }),
});

/** ALREADY_EXISTS (409) names `cedula` or `email` that somebody has. */
export const createAdministrator = endpoint({
  method: "POST",
  path: "/api/{product}/administrators",
  summary: "Make a platform administrator; an invitation by mail sets the password",
  access: administers,
  params: none,
  query: none,
  body: z.strictObject({
    cedula: personal("identity", z.string().trim().min(1).max(40).transform(normalCedula)),
    name: personal("identity", z.string().trim().min(1).max(200)),
    email: personal("contact", Email),
  }),
  reply: z.object({ administrator: Administrator }),
});

/** Refusals: NOT_FOUND; ADMINISTRATOR_IS_OFF for one who may not sign in. */
export const inviteAdministrator = endpoint({
  method: "POST",
  path: "/api/{product}/administrators/{id}/invitation",
  summary: "Send the invitation again; the link of the one before is of no use any more",
  access: administers,
  params: byId,
  query: none,
  body: z.strictObject({}).optional(),
  reply: z.object({ ok: z.literal(true) }),
});

/**
 * Refusals: NOT_FOUND; ADMINISTRATOR_IS_YOU for oneself; ADMINISTRATOR_IS_LAST when nobody else who has set a
 * password would be left. One who is off already stays so.
 */
export const deactivateAdministrator = endpoint({
  method: "PUT",
  path: "/api/{product}/administrators/{id}/deactivate",
  summary: "Take from an administrator that they may sign in; their sessions and sockets end",
  access: administers,
  params: byId,
  query: none,
  body: z.strictObject({}).optional(),
  /** Whether they had access until now: who takes it back gives back no more than was taken. */
  reply: z.object({ administrator: Administrator, wasActive: z.boolean() }),
});

/** Refusal: NOT_FOUND. */
export const activateAdministrator = endpoint({
  method: "PUT",
  path: "/api/{product}/administrators/{id}/activate",
  summary: "Let an administrator sign in again",
  access: administers,
  params: byId,
  query: none,
  body: z.strictObject({}).optional(),
  reply: z.object({ administrator: Administrator }),
});

/** Refusal: NOT_FOUND. Not one's own: that is changed in the profile (SECOND_FACTOR_IS_YOURS). */
export const resetSecondFactor = endpoint({
  method: "DELETE",
  path: "/api/{product}/administrators/{id}/second-factor",
  summary:
    "Take away the second factor of who lost it; their sessions end, and the next sign-in begins a new one",
  access: administers,
  params: byId,
  query: none,
  body: z.undefined(),
  reply: z.object({ ok: z.literal(true) }),
});

export const exportAdministrators = csvFile({
  path: "/api/{product}/administrators.csv",
  summary: "The same as a file for a spreadsheet",
  access: administers,
  params: none,
  query: z.strictObject(chosenRows),
});
