import { z } from "zod";
import { refineAddresses } from "../lib/device-address.ts";
import { DoorScope } from "../lib/door-scope.ts";
import { csvFile, endpoint, whoMay } from "../lib/endpoint.ts";
import { chosenRows } from "../lib/pages.ts";
import { notPersonal } from "../lib/personal.ts";
import { DeviceTrial, TriedDevice } from "./device-trial.ts";
import {
  CardReader,
  DoorContact,
  HELD_OPEN_AFTER_SECONDS,
  HeldOpenAfterSeconds,
  RelayDriver,
} from "./door-devices.ts";
import { LockType } from "./doors.contract.ts";

const none = z.strictObject({});
const byId = z.strictObject({ id: z.uuid() });
const Percent = z.number().min(0).max(100);

/** Cameras of one door at most: a modal with more shows none of them. */
const CAMERAS_OF_A_DOOR = 8;

const fields = {
  name: notPersonal("of a door", z.string().trim().min(1).max(80)),
  /** The controller's relay; with `$` the door can also be closed. */
  localId: z
    .string()
    .trim()
    .regex(/^[\w.-]{1,30}\$?$/, "debe ser el número o nombre del relé, con $ al final si también se cierra"),
  floorId: z.uuid(),
  scope: DoorScope,
  lockType: LockType,
  /** How long the relay is held for one opening. */
  pulseMs: z.number().int().min(50).max(60_000),
  relay: RelayDriver.superRefine(refineAddresses),
  left: Percent,
  top: Percent,
  /** In their order: the first one takes the pictures of openings. */
  cameraIds: z.array(z.uuid()).max(CAMERAS_OF_A_DOOR),
  /** How it is known whether the leaf is open; null for a door that nothing watches. */
  contact: DoorContact.superRefine(refineAddresses).nullable(),
  heldOpenAfterSeconds: HeldOpenAfterSeconds,
  /** How cards are read there; null without a reader. */
  reader: CardReader.nullable(),
  /** The schedule in whose hours it is free; null for never. */
  freeScheduleId: z.uuid().nullable(),
  /** 'Una emergencia la deja libre como salida'. */
  freesInEmergency: z.boolean(),
};

/** What a door is. A new one needs its name, its relay and its floor. */
export const DoorFields = z.strictObject({
  ...fields,
  scope: fields.scope.default("building"),
  lockType: fields.lockType.default("fail-secure"),
  pulseMs: fields.pulseMs.default(1000),
  relay: fields.relay.default({ kind: "simulated" }),
  left: fields.left.default(50),
  top: fields.top.default(50),
  cameraIds: fields.cameraIds.default([]),
  contact: fields.contact.default(null),
  heldOpenAfterSeconds: fields.heldOpenAfterSeconds.default(HELD_OPEN_AFTER_SECONDS),
  reader: fields.reader.default(null),
  freeScheduleId: fields.freeScheduleId.default(null),
  freesInEmergency: fields.freesInEmergency.default(false),
  /** Whose it is from the beginning: needed where the building has several. Another one gets it by a move. */
  controllerId: z.uuid().optional(),
});
export type DoorFields = z.infer<typeof DoorFields>;

/** A change names what is other; nothing else is touched. */
export const DoorChange = z.strictObject(fields).partial();
export type DoorChange = z.infer<typeof DoorChange>;

export const DoorSettings = z.object({
  id: z.uuid(),
  name: z.string(),
  localId: z.string(),
  scope: DoorScope,
  lockType: LockType,
  pulseMs: z.number().int(),
  /** Passwords in its addresses are shown as `***`; sent back so, they stay what they are. */
  relay: RelayDriver,
  left: z.number(),
  top: z.number(),
  tower: z.object({ id: z.uuid(), name: z.string() }),
  floor: z.object({ id: z.uuid(), name: z.string() }),
  cameras: z.array(z.object({ id: z.uuid(), name: z.string() })),
  contact: DoorContact.nullable(),
  heldOpenAfterSeconds: z.number().int(),
  reader: CardReader.nullable(),
  freeScheduleId: z.uuid().nullable(),
  freesInEmergency: z.boolean(),
  /** Whose it is; null for a door without a controller. */
  controllerId: z.uuid().nullable(),
});
export type DoorSettings = z.infer<typeof DoorSettings>;

/** The specification's reading of a building's doors. */
export const readDoors = endpoint({
  method: "POST",
  path: "/api/{product}/doors",
  summary: "Doors of a building with their relays",
  access: whoMay("buildings.administer", "somewhere"),
  params: none,
  query: none,
  body: z.strictObject({ buildingId: z.uuid() }),
  reply: z.object({ doors: z.array(DoorSettings) }),
});

export const createDoor = endpoint({
  method: "POST",
  path: "/api/{product}/buildings/{id}/doors",
  summary: "Make a door; the building's controller is told at once",
  access: whoMay("buildings.administer", { building: "id" }),
  params: byId,
  query: none,
  body: DoorFields,
  reply: z.object({ door: DoorSettings }),
});

export const changeDoor = endpoint({
  method: "PUT",
  path: "/api/{product}/doors/{id}",
  summary: "Change a door; the building's controller is told at once",
  access: whoMay("buildings.administer", { door: "id" }),
  params: byId,
  query: none,
  body: DoorChange,
  reply: z.object({ door: DoorSettings }),
});

export const deleteDoor = endpoint({
  method: "DELETE",
  path: "/api/{product}/doors/{id}",
  summary: "Delete a door; what it did stays in the building's events",
  access: whoMay("buildings.administer", { door: "id" }),
  params: byId,
  query: none,
  body: z.undefined(),
  reply: z.object({ ok: z.literal(true) }),
});

/** Asks the building's controller whether a relay is where it was typed. Nothing moves. */
export const tryRelay = endpoint({
  method: "POST",
  path: "/api/{product}/buildings/{id}/relays/test",
  summary: "Ask a relay's device, by the building's controller, whether it is there; nothing moves",
  access: whoMay("buildings.administer", { building: "id" }),
  params: byId,
  query: none,
  body: z.strictObject({
    relay: fields.relay,
    /** The door whose kept passwords `***` stands for, or the building's siren. */
    keptOf: z.union([z.uuid(), z.literal("siren")]).optional(),
    /** Which of the building's controllers asks; without it the first one. */
    controllerId: z.uuid().optional(),
  }),
  reply: z.object({
    isReached: z.boolean(),
    /** What was learned, for a person. */
    sentence: z.string(),
    /** SHA-256 of the certificate that the device shows, where a person has to say whether it is the device's. */
    certificate: z.string().optional(),
  }),
});

/**
 * Asks the door's controller how its reader or its contact is, and what it did last. Refusals: DOOR_NOT_FOUND (404),
 * CONTROLLER_AWAY (503).
 */
export const tryDoorDevice = endpoint({
  method: "GET",
  path: "/api/{product}/doors/{id}/trial",
  summary: "How a door's card reader or contact is now and what it did last, as its controller says",
  access: whoMay("buildings.administer", { door: "id" }),
  params: byId,
  query: z.strictObject({ device: TriedDevice.exclude(["input"]) }),
  body: z.undefined(),
  reply: z.object({ trial: DeviceTrial }),
});

export const exportDoors = csvFile({
  path: "/api/{product}/buildings/{id}/doors.csv",
  summary: "The doors of a building, or some that were chosen, as a file for a spreadsheet",
  access: whoMay("buildings.administer", { building: "id" }),
  params: byId,
  query: z.strictObject(chosenRows),
});
