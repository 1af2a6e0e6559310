import { z } from "zod";
import { endpoint, whoMay } from "../lib/endpoint.ts";
import { Base64Url } from "../lib/passkeys.ts";
import { notPersonal, personal } from "../lib/personal.ts";

const none = z.strictObject({});
const administers = whoMay("second-factor.own", "somewhere");
const currentPassword = personal("secret", z.string().min(1).max(200));

/** Keys that one person may have. */
export const PASSKEYS_AT_MOST = 20;
/** Characters of a key's name. */
export const PASSKEY_NAME_LENGTH = 60;

export const Passkey = z.object({
  id: z.uuid(),
  /** What its owner calls it. */
  name: notPersonal("of a thing, as its owner calls it", z.string()),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
});
export type Passkey = z.infer<typeof Passkey>;

/** What a browser needs to have a device make a key. */
export const PasskeyCreation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({
    id: z.string(),
    name: personal("identity", z.string()),
    displayName: personal("identity", z.string()),
  }),
  pubKeyCredParams: z.array(z.object({ type: z.literal("public-key"), alg: z.number().int() })),
  timeout: z.number().int(),
  attestation: z.literal("none"),
  excludeCredentials: z.array(
    z.object({ id: z.string(), type: z.literal("public-key"), transports: z.array(z.string()) }),
  ),
  authenticatorSelection: z.object({
    residentKey: z.literal("preferred"),
    userVerification: z.literal("required"),
  }),
});
export type PasskeyCreation = z.infer<typeof PasskeyCreation>;

/** A key as the device made it. */
const NewPasskey = z.strictObject({
  id: Base64Url.max(700),
  clientDataJSON: Base64Url.max(2000),
  attestationObject: Base64Url.max(20_000),
  transports: z.array(z.string().max(20)).max(10),
});
export type NewPasskey = z.infer<typeof NewPasskey>;

export const listPasskeys = endpoint({
  method: "GET",
  path: "/api/user/passkeys",
  summary: "My passkeys, the newest first",
  access: administers,
  params: none,
  query: none,
  body: z.undefined(),
  reply: z.object({
    passkeys: z.array(Passkey),
    /** Where keys work: only a browser that has Umbral open there can make one. Null: nowhere, for want of an address. */
    address: notPersonal("of this Umbral", z.string().nullable()),
  }),
});

/** Refusals: WRONG_PASSWORD, TOO_OFTEN; PASSKEYS_NOT_HERE without an address; PASSKEYS_ENOUGH. */
export const offerPasskey = endpoint({
  method: "POST",
  path: "/api/user/passkeys/offer",
  summary: "Begin a new passkey, with my password; one that was begun before is void",
  access: administers,
  params: none,
  query: none,
  body: z.strictObject({ currentPassword }),
  reply: z.object({ creation: PasskeyCreation }),
});

/** Refusals: PASSKEY_NOT_VALID, also after five minutes and for a second answer; PASSKEY_TAKEN. */
export const createPasskey = endpoint({
  method: "POST",
  path: "/api/user/passkeys",
  summary: "Keep the passkey that my device made",
  access: administers,
  params: none,
  query: none,
  body: z.strictObject({
    name: notPersonal("of a thing, as its owner calls it", z.string().trim().min(1).max(PASSKEY_NAME_LENGTH)),
    passkey: NewPasskey,
  }),
  reply: z.object({
    passkey: Passkey,
    /** For who had none: to keep on paper, in sight this once. */
    recoveryCodes: personal("secret", z.array(z.string())).optional(),
  }),
});

/** Refusals: WRONG_PASSWORD, TOO_OFTEN; NOT_FOUND. */
export const removePasskey = endpoint({
  method: "POST",
  path: "/api/user/passkeys/{id}/removal",
  summary: "Take one of my passkeys away, with my password",
  access: administers,
  params: z.strictObject({ id: z.uuid() }),
  query: none,
  body: z.strictObject({ currentPassword }),
  reply: z.object({ ok: z.literal(true) }),
});
