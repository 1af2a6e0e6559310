import { z } from "zod";
import { Kiosk, SignedIn } from "../auth/auth.contract.ts";
import { endpoint, showingPresence, whoMay } from "../lib/endpoint.ts";
import { personal } from "../lib/personal.ts";
import { NOTE_MOST } from "../logbook/logbook.contract.ts";
import { normalCedula } from "../registration/personal-data.ts";

/* A shift at the lobby is handed over: both sign, and the logbook says what was open (decisions §10). */

const none = z.strictObject({});
const byBuilding = z.strictObject({ buildingId: z.uuid() });

/** What waits for whoever comes. */
export const OpenItem = z.object({
  about: z.enum(["guest", "overstay", "door", "device", "alarm", "call", "parcel"]),
  /** In Spanish, as it is signed. */
  text: personal("identity", z.string()),
});
export type OpenItem = z.infer<typeof OpenItem>;

export const readHandover = endpoint({
  method: "GET",
  path: "/api/buildings/{buildingId}/handover",
  summary: "What is open as a shift at the lobby is handed over",
  access: whoMay("logbook.hand-over", { building: "buildingId" }),
  params: byBuilding,
  query: none,
  body: z.undefined(),
  reply: z.object({ open: z.array(OpenItem) }),
});

const Pin = personal("secret", z.string().regex(/^\d{1,20}$/, "debe tener solo dígitos"));

/**
 * Whoever leaves and whoever comes sign with their PINs for shifts; one line says both and what was open. At a device of
 * the lobby the new shift begins, with its token; elsewhere who comes signs in on a device of their own, and the same
 * `requestId` again writes no second line. Refusals:
 * HANDOVER_PIN_WRONG, SHIFT_NOT_BEGUN, HANDOVER_TO_ONESELF (422), SHIFT_PIN_LOCKED (403), TOO_OFTEN (429).
 */
export const handOverShift = endpoint({
  method: "POST",
  path: "/api/buildings/{buildingId}/handover",
  summary: "Hand a shift at the lobby over to somebody",
  access: showingPresence(whoMay("logbook.hand-over", { building: "buildingId" })),
  params: byBuilding,
  query: none,
  body: z.strictObject({
    requestId: z.uuid().optional(),
    pin: Pin,
    cedula: personal("identity", z.string().trim().min(1).max(40).transform(normalCedula)),
    incomingPin: Pin,
    text: personal("identity", z.string().trim().max(NOTE_MOST, "es demasiado larga").default("")),
  }),
  reply: z.object({
    /** The line that was written. */
    id: z.uuid(),
    shift: SignedIn.extend({ kiosk: Kiosk }).nullable(),
  }),
  bodyLimit: 9000,
});
