import { z } from "zod";
import { anybody, endpoint } from "../lib/endpoint.ts";
import { personal } from "../lib/personal.ts";
import { normalCedula } from "../registration/personal-data.ts";

/** Bytes of these bodies at most (specification §9). */
const SMALL_BODY = 2000;

/** How long a link lives that sets a new password. */
export const RESET_LINK_MS = 30 * 60_000;

/** The page that a link leads to, with `?token=…` behind it (specification §2). */
export const RESET_PATH = "/reset_password";

/**
 * A password as it is sent. What makes one too weak is the server's to say: PASSWORD_NOT_ACCEPTED names the
 * field and why.
 */
export const NewPassword = z.string().min(1).max(200, "es demasiado larga");

/** The secret of a link: 32 bytes in base64url. Anything else is a link that is not valid. */
export const LinkToken = z.string().min(1).max(200);

/**
 * Asks for a link that sets a new password, by mail, or by SMS for who has no mail. The answer is the same,
 * and takes the same time, whoever the cédula belongs to, if to anybody (decisions §3).
 */
export const forgotPassword = endpoint({
  method: "POST",
  path: "/api/user/auth/forgotPassword",
  summary: "Ask for a link that sets a new password",
  access: anybody,
  params: z.strictObject({}),
  query: z.strictObject({}),
  body: z.strictObject({
    cedula: personal("identity", z.string().trim().min(1).max(40).transform(normalCedula)),
  }),
  reply: z.object({ ok: z.literal(true) }),
  bodyLimit: SMALL_BODY,
});

/**
 * Sets a new password with the secret of a link, once, and ends every session of the person. Refusals:
 * RESET_LINK_NOT_VALID (404) for one that is unknown, used, replaced or too old; PASSWORD_NOT_ACCEPTED (422)
 * leaves the link as it was.
 */
export const resetPassword = endpoint({
  method: "POST",
  path: "/api/user/auth/resetPassword",
  summary: "Set a new password with the secret of a link",
  access: anybody,
  params: z.strictObject({}),
  query: z.strictObject({}),
  body: z.strictObject({ password: personal("secret", NewPassword), token: personal("secret", LinkToken) }),
  reply: z.object({ ok: z.literal(true) }),
  bodyLimit: SMALL_BODY,
});
