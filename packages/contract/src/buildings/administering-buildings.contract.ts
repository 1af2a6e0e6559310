import { z } from "zod";
import { BuildingType, KnownBuilding } from "../auth/auth.contract.ts";
import { CLIPS_KEPT_DAYS, ClipCause, ClipsKeptDays } from "../clips/clip-wire.contract.ts";
import { RelayDriver } from "../doors/door-devices.ts";
import { refineAddresses } from "../lib/device-address.ts";
import { endpoint, whoMay } from "../lib/endpoint.ts";
import { notPersonal } from "../lib/personal.ts";
import { Picture } from "../lib/pictures.ts";

/*
 * Bringing a building on line from the web (decisions §3): the building, its towers and its floors.
 * Deleting refuses while something depends on what would go.
 */

const none = z.strictObject({});
const byId = z.strictObject({ id: z.uuid() });
const Name = z.string().trim().min(1).max(80);
const Line = z.string().trim().max(120);
const done = z.object({ ok: z.literal(true) });

/** Whether the desk takes a picture of who comes in: never, if it likes, or always. */
export const DeskAsks = z.enum(["no", "may", "must"]);
export type DeskAsks = z.infer<typeof DeskAsks>;

const fields = {
  name: notPersonal("of a place", Name),
  address1: notPersonal("of a place", Line),
  city: Line,
  state: Line,
  type: BuildingType,
  /** An IANA name: hours and dates of the building are told in it. */
  timeZone: z.string().max(60).refine(isTimeZone, "no es una zona horaria"),
  /** May a resident open from an answered telephone call, by a key of it? */
  opensByPhone: z.boolean(),
  /** The relay of its siren; null without one. */
  siren: RelayDriver.superRefine(refineAddresses)
    // A board pulses for a door's time, and knows nothing of an alarm's end.
    .refine(({ kind }) => kind !== "uhppote", "una placa de puertas no mueve la sirena")
    .nullable(),
  /** For how long what cameras and doors noticed is kept, with its pictures. */
  intrusionRetentionDays: z.number().int().min(1).max(365),
  /** Whether its cameras' seconds around what happens are kept, for how many days, and of what they are fetched by themselves. */
  keepsClips: z.boolean(),
  clipsKeptDays: ClipsKeptDays,
  clipsFetched: z.array(ClipCause).max(ClipCause.options.length).refine(isEachOnce, "hay una causa repetida"),
  /** Days that pictures of a document are kept once their person was validated by them; 0 for not at all. */
  identityRetentionDays: z.number().int().min(0).max(3650),
  /** Whether the desk takes a picture of a guest's face, and of their document. */
  deskPicture: DeskAsks,
  deskDocument: DeskAsks,
};

/** What is asked of a new building; all of it can be changed later. */
export const BuildingFields = z.strictObject({
  ...fields,
  timeZone: fields.timeZone.default("America/Bogota"),
  opensByPhone: fields.opensByPhone.default(true),
  siren: fields.siren.default(null),
  intrusionRetentionDays: fields.intrusionRetentionDays.default(30),
  keepsClips: fields.keepsClips.default(true),
  clipsKeptDays: fields.clipsKeptDays.default(CLIPS_KEPT_DAYS),
  clipsFetched: fields.clipsFetched.default([]),
  identityRetentionDays: fields.identityRetentionDays.default(90),
  deskPicture: fields.deskPicture.default("may"),
  deskDocument: fields.deskDocument.default("no"),
});
export type BuildingFields = z.infer<typeof BuildingFields>;

/** A change names what is other; nothing else is touched. */
export const BuildingChange = z.strictObject(fields).partial();
export type BuildingChange = z.infer<typeof BuildingChange>;

function isEachOnce(words: readonly string[]): boolean {
  return new Set(words).size === words.length;
}

/** Newer JavaScript takes `+05:00` for one too, which PostgreSQL reads the other way round. */
function isTimeZone(name: string): boolean {
  try {
    return (
      /^[A-Za-z]/.test(name) &&
      Intl.DateTimeFormat("es", { timeZone: name }).resolvedOptions().timeZone !== ""
    );
  } catch {
    return false;
  }
}

/** A building as its settings show it. */
export const BuildingSettings = KnownBuilding.extend({
  opensByPhone: z.boolean(),
  /** Passwords in its addresses are shown as `***`; sent back so, they stay what they are. */
  siren: RelayDriver.nullable(),
  intrusionRetentionDays: z.number().int(),
  keepsClips: z.boolean(),
  clipsKeptDays: z.number().int(),
  clipsFetched: z.array(ClipCause),
  identityRetentionDays: z.number().int(),
  deskPicture: DeskAsks,
  deskDocument: DeskAsks,
});
export type BuildingSettings = z.infer<typeof BuildingSettings>;

export const readBuildingSettings = endpoint({
  method: "GET",
  path: "/api/{product}/buildings/{id}/settings",
  summary: "A building's settings",
  access: whoMay("buildings.administer", { building: "id" }),
  params: byId,
  query: none,
  body: z.undefined(),
  reply: z.object({ building: BuildingSettings }),
});

export const createBuilding = endpoint({
  method: "POST",
  path: "/api/{product}/buildings",
  summary: "Make a building",
  access: whoMay("platform.administer", "somewhere"),
  params: none,
  query: none,
  body: BuildingFields,
  reply: z.object({ building: BuildingSettings }),
});

export const changeBuilding = endpoint({
  method: "PUT",
  path: "/api/{product}/buildings/{id}",
  summary: "Change a building's settings; its controller is told at once",
  access: whoMay("buildings.administer", { building: "id" }),
  params: byId,
  query: none,
  body: BuildingChange,
  reply: z.object({ building: BuildingSettings }),
});

export const deleteBuilding = endpoint({
  method: "DELETE",
  path: "/api/{product}/buildings/{id}",
  summary: "Delete a building that nothing belongs to any more",
  access: whoMay("platform.administer", { building: "id" }),
  params: byId,
  query: none,
  body: z.undefined(),
  reply: done,
});

/** A floor as it is set up: its plan, and what stands on it. */
export const FloorSettings = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Short-lived address of the plan; null without one. */
  image: z.string().nullable(),
  apartments: z.number().int(),
  doors: z.number().int(),
});
export type FloorSettings = z.infer<typeof FloorSettings>;
export const TowerSettings = z.object({ id: z.uuid(), name: z.string(), floors: z.array(FloorSettings) });
export type TowerSettings = z.infer<typeof TowerSettings>;

export const readTowers = endpoint({
  method: "GET",
  path: "/api/{product}/buildings/{id}/towers",
  summary: "Towers of a building with their floors, in natural order",
  access: whoMay("buildings.administer", { building: "id" }),
  params: byId,
  query: none,
  body: z.undefined(),
  reply: z.object({ towers: z.array(TowerSettings) }),
});

export const createTower = endpoint({
  method: "POST",
  path: "/api/{product}/buildings/{id}/towers",
  summary: "Make a tower",
  access: whoMay("buildings.administer", { building: "id" }),
  params: byId,
  query: none,
  body: z.strictObject({ name: notPersonal("of a place", Name) }),
  reply: z.object({ tower: z.object({ id: z.uuid(), name: z.string() }) }),
});

export const changeTower = endpoint({
  method: "PUT",
  path: "/api/{product}/towers/{id}",
  summary: "Rename a tower",
  access: whoMay("buildings.administer", { tower: "id" }),
  params: byId,
  query: none,
  body: z.strictObject({ name: notPersonal("of a place", Name) }),
  reply: z.object({ tower: z.object({ id: z.uuid(), name: z.string() }) }),
});

export const deleteTower = endpoint({
  method: "DELETE",
  path: "/api/{product}/towers/{id}",
  summary: "Delete a tower without floors",
  access: whoMay("buildings.administer", { tower: "id" }),
  params: byId,
  query: none,
  body: z.undefined(),
  reply: done,
});

const floorReply = z.object({
  floor: z.object({ id: z.uuid(), name: z.string(), image: z.string().nullable() }),
});

export const createFloor = endpoint({
  method: "POST",
  path: "/api/{product}/towers/{id}/floors",
  summary: "Make a floor, with its plan when there is one",
  access: whoMay("buildings.administer", { tower: "id" }),
  params: byId,
  query: none,
  body: z.strictObject({ name: notPersonal("of a place", Name), plan: Picture.optional() }),
  reply: floorReply,
  isForm: true,
});

export const changeFloor = endpoint({
  method: "PUT",
  path: "/api/{product}/floors/{id}",
  summary: "Rename a floor, or give it another plan",
  access: whoMay("buildings.administer", { floor: "id" }),
  params: byId,
  query: none,
  body: z.strictObject({ name: notPersonal("of a place", Name).optional(), plan: Picture.optional() }),
  reply: floorReply,
  isForm: true,
});

export const deleteFloor = endpoint({
  method: "DELETE",
  path: "/api/{product}/floors/{id}",
  summary: "Delete a floor without apartments and doors",
  access: whoMay("buildings.administer", { floor: "id" }),
  params: byId,
  query: none,
  body: z.undefined(),
  reply: done,
});
