import { z } from "zod";
import { CurrentUser, Space } from "../auth/auth.contract.ts";
import { LinkToken } from "../auth/recovery.contract.ts";
import { endpoint, whoMay } from "../lib/endpoint.ts";
import { personal } from "../lib/personal.ts";
import { Picture } from "../lib/pictures.ts";
import { normalEmail } from "../registration/personal-data.ts";
import { Phone } from "../registration/registration.contract.ts";

/** How long the link lives that confirms a new e-mail address. */
export const EMAIL_LINK_MS = 24 * 3_600_000;

/** The page that the link leads to, with `?token=…` behind it. */
export const CONFIRM_EMAIL_PATH = "/confirmar_correo";

const Me = z.object({ user: CurrentUser, spaces: z.array(Space) });
const none = z.strictObject({});

/** What is asked again before something changes that a lost password is recovered with. */
const currentPassword = personal("secret", z.string().min(1).max(200));

export const changePhoto = endpoint({
  method: "PUT",
  path: "/api/user/profile/photo",
  summary: "Change my picture",
  access: whoMay("profile.own", "somewhere"),
  params: none,
  query: none,
  body: z.strictObject({ photo: personal("image", Picture) }),
  reply: Me,
  isForm: true,
});

/** Refusals: WRONG_PASSWORD (422), TOO_OFTEN (429). */
export const changePhone = endpoint({
  method: "PUT",
  path: "/api/user/profile/phone",
  summary: "Change my telephone number",
  access: whoMay("profile.own", "somewhere"),
  params: none,
  query: none,
  body: z.strictObject({
    phone: personal("contact", Phone),
    currentPassword,
  }),
  reply: Me,
});

/** A new address that waits for the press on its link. */
export const PendingEmail = z.object({ email: personal("contact", z.string()), expiresAt: z.iso.datetime() });
export type PendingEmail = z.infer<typeof PendingEmail>;

export const pendingEmail = endpoint({
  method: "GET",
  path: "/api/user/profile/email",
  summary: "The new e-mail address that I have not confirmed yet",
  access: whoMay("profile.own", "somewhere"),
  params: none,
  query: none,
  body: z.undefined(),
  reply: z.object({ pending: PendingEmail.nullable() }),
});

/**
 * Sends a link to the new address and word of it to the old one. Nothing changes until the link is used; a
 * new one replaces the old. Refusals: WRONG_PASSWORD (422), TOO_OFTEN (429).
 */
export const changeEmail = endpoint({
  method: "PUT",
  path: "/api/user/profile/email",
  summary: "Ask to change my e-mail address",
  access: whoMay("profile.own", "somewhere"),
  params: none,
  query: none,
  body: z.strictObject({
    email: personal(
      "contact",
      z
        .string()
        .trim()
        .min(1)
        .max(254, "es demasiado largo")
        .transform(normalEmail)
        .pipe(z.email("no es un correo electrónico válido")),
    ),
    currentPassword,
  }),
  reply: z.object({ pending: PendingEmail }),
});

/**
 * Refusals: EMAIL_LINK_NOT_VALID (404) for one that is unknown, used, replaced, too old or somebody else's;
 * ALREADY_EXISTS (409) when the address is another account's: said only to whoever reads its mail.
 */
export const confirmEmail = endpoint({
  method: "POST",
  path: "/api/user/profile/email/confirm",
  summary: "Confirm my new e-mail address with the secret of its link",
  access: whoMay("profile.own", "somewhere"),
  params: none,
  query: none,
  body: z.strictObject({ token: personal("secret", LinkToken) }),
  reply: Me,
});
