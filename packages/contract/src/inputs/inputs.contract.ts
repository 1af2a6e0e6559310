import { z } from "zod";
import { DeviceTrial } from "../doors/device-trial.ts";
import { refineAddresses } from "../lib/device-address.ts";
import { endpoint, whoMay } from "../lib/endpoint.ts";
import { notPersonal } from "../lib/personal.ts";
import { DEBOUNCE_MS, DebounceMs, InputDriver, InputKind, InputRest } from "./input-devices.ts";

const none = z.strictObject({});
const byId = z.strictObject({ id: z.uuid() });

const fields = {
  name: notPersonal("of an input", z.string().trim().min(1).max(80)),
  kind: InputKind,
  /** The door that it is of: an exit button opens it. */
  doorId: z.uuid().nullable(),
  driver: InputDriver.superRefine(refineAddresses),
  rest: InputRest,
  debounceMs: DebounceMs,
};

export const InputFields = z.strictObject({
  ...fields,
  doorId: fields.doorId.default(null),
  rest: fields.rest.default("open"),
  debounceMs: fields.debounceMs.default(DEBOUNCE_MS),
});
export type InputFields = z.infer<typeof InputFields>;

/** A change names what is other; nothing else is touched. */
export const InputChange = z.strictObject(fields).partial();
export type InputChange = z.infer<typeof InputChange>;

export const InputSettings = z.object({
  id: z.uuid(),
  name: z.string(),
  kind: InputKind,
  door: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  /** Passwords in its address are shown as `***`; sent back so, they stay what they are. */
  driver: InputDriver,
  rest: InputRest,
  debounceMs: z.number().int(),
});
export type InputSettings = z.infer<typeof InputSettings>;

export const listInputs = endpoint({
  method: "GET",
  path: "/api/{product}/buildings/{id}/inputs",
  summary: "Exit buttons, fire panels, tamper and battery contacts of a building",
  access: whoMay("buildings.administer", { building: "id" }),
  params: byId,
  query: none,
  body: z.undefined(),
  reply: z.object({ inputs: z.array(InputSettings) }),
});

/** Refusals: DOOR_NOT_FOUND for a door elsewhere, INPUT_NEEDS_DOOR for an exit button of none. */
export const createInput = endpoint({
  method: "POST",
  path: "/api/{product}/buildings/{id}/inputs",
  summary: "Make an input; the building's controller is told at once",
  access: whoMay("buildings.administer", { building: "id" }),
  params: byId,
  query: none,
  body: InputFields,
  reply: z.object({ input: InputSettings }),
});

export const changeInput = endpoint({
  method: "PUT",
  path: "/api/{product}/inputs/{id}",
  summary: "Change an input; the building's controller is told at once",
  access: whoMay("buildings.administer", { input: "id" }),
  params: byId,
  query: none,
  body: InputChange,
  reply: z.object({ input: InputSettings }),
});

export const deleteInput = endpoint({
  method: "DELETE",
  path: "/api/{product}/inputs/{id}",
  summary: "Delete an input; what it told stays in the building's events",
  access: whoMay("buildings.administer", { input: "id" }),
  params: byId,
  query: none,
  body: z.undefined(),
  reply: z.object({ ok: z.literal(true) }),
});

/** Refusals: INPUT_NOT_FOUND (404), CONTROLLER_AWAY (503). */
export const tryInput = endpoint({
  method: "GET",
  path: "/api/{product}/inputs/{id}/trial",
  summary: "How an input is now and how often it changed, as its controller says",
  access: whoMay("buildings.administer", { input: "id" }),
  params: byId,
  query: none,
  body: z.undefined(),
  reply: z.object({ trial: DeviceTrial }),
});
