import { z } from "zod";
import { InputKind } from "../inputs/input-devices.ts";
import { endpoint, thisMachine } from "../lib/endpoint.ts";
import { personal } from "../lib/personal.ts";

/** What somebody does on the building's other side: the street, the corridor, the machine room. */
export const DemonstrationCommand = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("press-exit-button"), doorId: z.uuid() }),
  z.strictObject({
    kind: z.literal("swipe-card"),
    doorId: z.uuid(),
    tag: personal("movement", z.string().min(1).max(64)),
  }),
  /** Types at the reader's keypad: digits, `#` and `*`. */
  z.strictObject({
    kind: z.literal("type-keys"),
    doorId: z.uuid(),
    keys: personal("secret", z.string().regex(/^[0-9#*]{1,20}$/)),
  }),
  z.strictObject({ kind: z.literal("walk-by"), cameraId: z.uuid() }),
  z.strictObject({ kind: z.literal("jam-door"), doorId: z.uuid(), jammed: z.boolean() }),
  /** Breaks it open. It stays open until it is let go. */
  z.strictObject({ kind: z.literal("force-door"), doorId: z.uuid() }),
  /** Goes out by the exit button and stands in the door. */
  z.strictObject({ kind: z.literal("hold-door"), doorId: z.uuid() }),
  z.strictObject({ kind: z.literal("let-door-go"), doorId: z.uuid() }),
  /** Presses an input or lets it go; the contact of the panel, a box or a battery switches. */
  z.strictObject({ kind: z.literal("set-input"), inputId: z.uuid(), isOn: z.boolean() }),
  z.strictObject({ kind: z.literal("line"), state: z.enum(["cut", "restored"]) }),
]);
export type DemonstrationCommand = z.infer<typeof DemonstrationCommand>;

export const DemonstrationBuilding = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Is its controller connected to the server? */
  isConnected: z.boolean(),
  /** Does the siren sound, for who stands beside it? */
  siren: z.enum(["sounding", "silent"]),
  doors: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      localId: z.string(),
      leaf: z.enum(["open", "closed"]),
      /** Has its reader keys? */
      hasKeypad: z.boolean(),
      /** What the light of its reader shows. */
      light: z.enum(["green", "red", "off"]),
    }),
  ),
  cameras: z.array(z.object({ id: z.uuid(), name: z.string() })),
  /** Those that are simulated, but for exit buttons: these stand beside their doors. */
  inputs: z.array(z.object({ id: z.uuid(), name: z.string(), kind: InputKind, isOn: z.boolean() })),
});
export type DemonstrationBuilding = z.infer<typeof DemonstrationBuilding>;

/** The demonstration's buildings, with what can be touched in each. Only in demonstration mode. */
export const readDemonstration = endpoint({
  method: "GET",
  path: "/api/demo",
  summary: "The demonstration's buildings",
  access: thisMachine,
  params: z.strictObject({}),
  query: z.strictObject({}),
  body: z.undefined(),
  reply: z.object({ buildings: z.array(DemonstrationBuilding) }),
});

export const actInDemonstration = endpoint({
  method: "POST",
  path: "/api/demo/buildings/{id}/actions",
  summary: "Do something in a demonstration building",
  access: thisMachine,
  params: z.strictObject({ id: z.uuid() }),
  query: z.strictObject({}),
  body: DemonstrationCommand,
  reply: z.object({ ok: z.literal(true) }),
});
