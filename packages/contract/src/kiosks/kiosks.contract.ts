import { z } from "zod";
import { Kiosk, SignedIn } from "../auth/auth.contract.ts";
import { anybody, endpoint, whoMay } from "../lib/endpoint.ts";
import { notPersonal, personal } from "../lib/personal.ts";
import { normalCedula } from "../registration/personal-data.ts";

/** How long a pairing code waits to be typed at its device. */
export const KIOSK_CODE_MS = 15 * 60_000;
/** Digits of a pairing code. */
export const KIOSK_CODE_DIGITS = 8;
/** Devices of one building at the most. */
export const KIOSKS_AT_MOST = 20;
/** Wrong PINs that lock a person at a device (decisions §9). */
export const SHIFT_PIN_FAILURES = 5;
/** A door asks for the PIN anew when nobody did anything at the device for this long. */
export const SHIFT_IDLE_MS = 15 * 60_000;

const none = z.strictObject({});
const ofBuilding = z.strictObject({ id: z.uuid() });
const ofKiosk = z.strictObject({ id: z.uuid(), kioskId: z.uuid() });

/** A device of the lobby as who administers the building sees it. */
export const KioskState = z.object({
  id: z.uuid(),
  name: z.string(),
  /** `waiting`: a code was given out and nobody has typed it. */
  state: z.enum(["waiting", "expired", "connected", "away"]),
  createdAt: z.iso.datetime(),
  /** Null while it waits. */
  pairedAt: z.iso.datetime().nullable(),
  /** To a few minutes. */
  lastSeenAt: z.iso.datetime().nullable(),
  pairingExpiresAt: z.iso.datetime().nullable(),
  /** In plain Spanish: 'Chrome en Android'. */
  device: personal("movement", z.string().nullable()),
  /** Who is on shift there; null for nobody. */
  shift: z
    .object({ id: z.uuid(), name: personal("identity", z.string()), since: z.iso.datetime() })
    .nullable(),
});
export type KioskState = z.infer<typeof KioskState>;

export const listKiosks = endpoint({
  method: "GET",
  path: "/api/{product}/buildings/{id}/kiosks",
  summary: "The devices of a building's lobby, and who is on shift at each",
  access: whoMay("buildings.administer", { building: "id" }),
  params: ofBuilding,
  query: none,
  body: z.undefined(),
  reply: z.object({ kiosks: z.array(KioskState) }),
});

/** The code is in this answer and nowhere else: the database keeps a digest. Refusals: TOO_MANY_KIOSKS (409). */
export const offerKiosk = endpoint({
  method: "POST",
  path: "/api/{product}/buildings/{id}/kiosks",
  summary: "Make a pairing code for a device of the lobby, shown once",
  access: whoMay("buildings.administer", { building: "id" }),
  params: ofBuilding,
  query: none,
  body: z.strictObject({ name: notPersonal("of a thing", z.string().trim().min(1).max(60)) }),
  reply: z.object({ kiosk: KioskState, code: personal("secret", z.string()) }),
});

/** Its sessions end at once, with whatever shift runs on it. Refusals: KIOSK_NOT_FOUND (404). */
export const takeBackKiosk = endpoint({
  method: "DELETE",
  path: "/api/{product}/buildings/{id}/kiosks/{kioskId}",
  summary: "Take a device of the lobby back",
  access: whoMay("buildings.administer", { building: "id" }),
  params: ofKiosk,
  query: none,
  body: z.undefined(),
  reply: z.object({ ok: z.literal(true) }),
});

/** A device's own session, or that of whoever is on shift at it. */
const AtKiosk = SignedIn.extend({ kiosk: Kiosk });

/** Trades the code for a session of the device's own. Refusals: KIOSK_CODE_NOT_VALID (422), TOO_OFTEN (429). */
export const pairKiosk = endpoint({
  method: "POST",
  path: "/api/kiosk/pairing",
  summary: "Pair this device with a building's lobby by its one-time code",
  access: anybody,
  params: none,
  query: none,
  body: z.strictObject({
    code: personal(
      "secret",
      z
        .string()
        .max(40)
        .transform((code) => code.replace(/[\s-]/g, "")),
    ),
  }),
  reply: AtKiosk,
  bodyLimit: 500,
});

const Typed = personal("secret", z.string().regex(/^\d{1,20}$/, "debe tener solo dígitos"));

/**
 * Somebody of the lobby steps in with their document's number and their PIN for shifts; who was on shift there is so no
 * more. Refusals: SHIFT_NOT_BEGUN (422) whatever was wrong, SHIFT_PIN_LOCKED (403), TOO_OFTEN (429).
 */
export const beginShift = endpoint({
  method: "POST",
  path: "/api/kiosk/shift",
  summary: "Begin a shift at this device of the lobby",
  access: whoMay("kiosks.use", "somewhere"),
  params: none,
  query: none,
  body: z.strictObject({
    cedula: personal("identity", z.string().trim().min(1).max(40).transform(normalCedula)),
    pin: Typed,
  }),
  reply: AtKiosk,
  bodyLimit: 500,
});

/** The PIN once more, by who is on shift: SHIFT_PIN_ASKED says that a door wants it. Refused as the beginning is. */
export const showShiftPin = endpoint({
  method: "PUT",
  path: "/api/kiosk/shift",
  summary: "Show the PIN of the running shift once more",
  access: whoMay("kiosks.use", "somewhere"),
  params: none,
  query: none,
  body: z.strictObject({ pin: Typed }),
  reply: z.object({ ok: z.literal(true) }),
});

/** Nothing happens where there is no shift. */
export const endShift = endpoint({
  method: "DELETE",
  path: "/api/kiosk/shift",
  summary: "End the shift at this device of the lobby",
  access: whoMay("kiosks.use", "somewhere"),
  params: none,
  query: none,
  body: z.undefined(),
  reply: z.object({ ok: z.literal(true) }),
});

export const readShiftPin = endpoint({
  method: "GET",
  path: "/api/user/shift-pin",
  summary: "Whether I have a PIN for shifts at the lobby's devices, and since when",
  access: whoMay("shift-pin.own", "somewhere"),
  params: none,
  query: none,
  body: z.undefined(),
  reply: z.object({ setAt: z.iso.datetime().nullable() }),
});

/**
 * Sets one's own PIN for shifts: 6 to 12 digits, not a PIN of one's own at a door, not one of the first that anybody
 * tries. Whoever locked themselves out at a device is let in again. Refusals: SHIFT_PIN_NOT_ACCEPTED (422),
 * WRONG_PASSWORD (422), TOO_OFTEN (429).
 */
export const setShiftPin = endpoint({
  method: "PUT",
  path: "/api/user/shift-pin",
  summary: "Set my PIN for shifts at the lobby's devices",
  access: whoMay("shift-pin.own", "somewhere"),
  params: none,
  query: none,
  body: z.strictObject({
    pin: personal("secret", z.string().regex(/^\d{6,12}$/, "debe tener entre 6 y 12 dígitos")),
    currentPassword: personal("secret", z.string().min(1).max(200)),
  }),
  reply: z.object({ setAt: z.iso.datetime() }),
});
