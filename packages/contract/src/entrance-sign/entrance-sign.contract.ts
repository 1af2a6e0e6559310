import { z } from "zod";
import { endpoint, whoMay } from "../lib/endpoint.ts";
import { notPersonal, personal } from "../lib/personal.ts";
import { SignHours } from "./sign-page.contract.ts";

/* The sign at a building's entrance, as its administration makes it and a home wants it. */

const none = z.strictObject({});
const byBuilding = z.strictObject({ id: z.uuid() });
const byHome = z.strictObject({ apartmentId: z.uuid() });

/** A building's sign. */
export const EntranceSign = z.object({
  isOn: z.boolean(),
  hours: SignHours,
  /** What its QR says, and what is printed to be typed. Whoever has it rings. */
  address: personal("secret", z.string()),
  madeAt: z.iso.datetime(),
});
export type EntranceSign = z.infer<typeof EntranceSign>;

const asSign = z.object({ sign: EntranceSign });

export const readEntranceSign = endpoint({
  method: "GET",
  path: "/api/{product}/buildings/{id}/entrance-sign",
  summary: "The sign at a building's entrance; null before one was made",
  access: whoMay("buildings.administer", { building: "id" }),
  params: byBuilding,
  query: none,
  body: z.undefined(),
  reply: z.object({ buildingName: notPersonal("of a place", z.string()), sign: EntranceSign.nullable() }),
});

/** What was printed before rings nobody any more, at once. */
export const renewEntranceSign = endpoint({
  method: "POST",
  path: "/api/{product}/buildings/{id}/entrance-sign",
  summary: "Make a building's sign, or give it a new secret",
  access: whoMay("buildings.administer", { building: "id" }),
  params: byBuilding,
  query: none,
  body: z.strictObject({}),
  reply: asSign,
});

/** Refusals: SIGN_NOT_MADE (404). */
export const changeEntranceSign = endpoint({
  method: "PUT",
  path: "/api/{product}/buildings/{id}/entrance-sign",
  summary: "Switch a building's sign on or off, or change its hours",
  access: whoMay("buildings.administer", { building: "id" }),
  params: byBuilding,
  query: none,
  body: z.strictObject({ isOn: z.boolean(), hours: SignHours }).partial(),
  reply: asSign,
});

const ofHome = z.object({
  /** Whether this home wants to be rung by the sign. */
  rings: z.boolean(),
});

/** For whoever rings when the apartment is called; others are told that there is no such apartment. */
export const readSignOfHome = endpoint({
  method: "GET",
  path: "/api/apartments/{apartmentId}/entrance-sign",
  summary: "Whether the home one lives in is rung by the sign at the entrance",
  access: whoMay("profile.own", "somewhere"),
  params: byHome,
  query: none,
  body: z.undefined(),
  reply: ofHome.extend({
    /** Whether the building has a sign at all. */
    hasSign: z.boolean(),
  }),
});

export const changeSignOfHome = endpoint({
  method: "PUT",
  path: "/api/apartments/{apartmentId}/entrance-sign",
  summary: "Let the sign at the entrance ring the home one lives in, or not",
  access: whoMay("profile.own", "somewhere"),
  params: byHome,
  query: none,
  body: z.strictObject(ofHome.shape),
  reply: ofHome,
});
