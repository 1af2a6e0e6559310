import { z } from "zod";
import { endpoint, whoMay } from "../lib/endpoint.ts";
import { PasskeyAnswer, PasskeyRequest } from "../lib/passkeys.ts";
import { personal } from "../lib/personal.ts";
import { SecondFactorCode } from "./auth.contract.ts";

const none = z.strictObject({});
const RecoveryCodes = z.object({ recoveryCodes: personal("secret", z.array(z.string())) });

export const SecondFactor = z.object({
  /** Since when there is an app for codes; null without one. */
  since: z.iso.datetime().nullable(),
  /** Codes for who lost the app that were not used yet. */
  codesLeft: z.number().int(),
  hasPasskeys: z.boolean(),
});
export type SecondFactor = z.infer<typeof SecondFactor>;

export const ownSecondFactor = endpoint({
  method: "GET",
  path: "/api/user/second-factor",
  summary: "My second factor",
  access: whoMay("second-factor.own", "somewhere"),
  params: none,
  query: none,
  body: z.undefined(),
  reply: SecondFactor,
});

/** A session that administers a building shows the second factor once (SECOND_FACTOR_ASKED says that it has not). */
export const askSecondFactor = endpoint({
  method: "POST",
  path: "/api/user/second-factor/session",
  summary: "What this session has to show of my second factor; begins the answer of a passkey",
  access: whoMay("second-factor.own", "somewhere"),
  params: none,
  query: none,
  body: z.strictObject({}).optional(),
  reply: z.object({
    /** It was shown in this session, or none is asked of this account. */
    isShown: z.boolean(),
    /** False: one is made first, with `POST` and `PUT /api/user/second-factor`, which shows it too. */
    isInUse: z.boolean(),
    passkey: PasskeyRequest.optional(),
  }),
});

/** Refusals: NOT_FOUND without one, SECOND_FACTOR_CODE_WRONG and PASSKEY_NOT_VALID (422), TOO_OFTEN. */
export const showOwnSecondFactor = endpoint({
  method: "PUT",
  path: "/api/user/second-factor/session",
  summary: "Show my second factor in this session: a code of the app, a recovery code, or a passkey's answer",
  access: whoMay("second-factor.own", "somewhere"),
  params: none,
  query: none,
  body: z.union([
    z.strictObject({ code: personal("secret", SecondFactorCode) }),
    z.strictObject({ passkey: PasskeyAnswer }),
  ]),
  reply: z.object({ ok: z.literal(true) }),
});

/** The one that was goes on until the new one is confirmed. Refusals: WRONG_PASSWORD, TOO_OFTEN. */
export const offerSecondFactor = endpoint({
  method: "POST",
  path: "/api/user/second-factor",
  summary: "Ask for a new second factor, with my password",
  access: whoMay("second-factor.own", "somewhere"),
  params: none,
  query: none,
  body: z.strictObject({ currentPassword: personal("secret", z.string().min(1).max(200)) }),
  /** In base 32. */
  reply: z.object({ secret: personal("secret", z.string()) }),
});

/** Refusals: SECOND_FACTOR_CODE_WRONG for a code of another secret, or after a quarter of an hour; TOO_OFTEN. */
export const confirmSecondFactor = endpoint({
  method: "PUT",
  path: "/api/user/second-factor",
  summary: "Confirm my new second factor with its code; earlier recovery codes are of no use any more",
  access: whoMay("second-factor.own", "somewhere"),
  params: none,
  query: none,
  body: z.strictObject({ code: personal("secret", SecondFactorCode) }),
  reply: RecoveryCodes,
});

/**
 * Refusals: WRONG_PASSWORD, TOO_OFTEN; NOT_FOUND without a second factor; RECOVERY_CODES_CHANGED (409) when others were
 * made in the same moment.
 */
export const newRecoveryCodes = endpoint({
  method: "POST",
  path: "/api/user/second-factor/recovery-codes",
  summary: "New recovery codes in the place of the old ones, with my password",
  access: whoMay("second-factor.own", "somewhere"),
  params: none,
  query: none,
  body: z.strictObject({ currentPassword: personal("secret", z.string().min(1).max(200)) }),
  reply: RecoveryCodes,
});
