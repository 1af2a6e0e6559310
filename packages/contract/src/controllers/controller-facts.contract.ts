import { z } from "zod";
import { AccessOutcome, CredentialKind } from "../access-control/decision.ts";
import { INTRUSION_PICTURES, IntrusionKind } from "../alarms/intrusions.contract.ts";
import { ClipDropped, KeptClip } from "../clips/clip-wire.contract.ts";
import { FreeOrigin } from "../doors/door-modes.contract.ts";
import { Leaf, OpenDoorOrigin } from "../doors/doors.contract.ts";
import { controllers } from "../lib/endpoint.ts";
import { jpeg } from "../lib/jpeg.ts";
import { message } from "../lib/message.ts";
import { personal } from "../lib/personal.ts";

const fact = {
  /** Counted by the controller from 1 without gaps; what is acknowledged is never sent again. */
  seq: z.number().int().positive(),
  /** Wall time at the controller, ISO 8601. */
  at: z.iso.datetime(),
};

/** Something that happened in the building, written down there before it is told. */
export const ControllerFact = z.discriminatedUnion("kind", [
  z.strictObject({
    ...fact,
    kind: z.literal("door-opened"),
    /** Names this opening for pictures that follow. */
    openingId: z.uuid(),
    doorId: z.uuid(),
    origin: OpenDoorOrigin,
    orderId: z.uuid().nullable(),
    /** False when the controller stopped in the middle of the move: the door may have opened. */
    isCertain: z.boolean().default(true),
  }),
  z.strictObject({
    ...fact,
    kind: z.literal("door-closed"),
    doorId: z.uuid(),
    orderId: z.uuid().nullable(),
  }),
  z.strictObject({
    ...fact,
    kind: z.literal("door-freed"),
    /** Names this time in which the door is free, for its end. */
    periodId: z.uuid(),
    doorId: z.uuid(),
    origin: FreeOrigin,
    /** False when the controller stopped as its relay was to move: it may have been free. */
    isCertain: z.boolean().default(true),
  }),
  z.strictObject({ ...fact, kind: z.literal("door-free-ended"), periodId: z.uuid(), doorId: z.uuid() }),
  z.strictObject({
    ...fact,
    kind: z.literal("opening-picture"),
    openingId: z.uuid(),
    cameraId: z.uuid(),
    jpeg,
  }),
  z.strictObject({
    ...fact,
    kind: z.literal("access-decided"),
    /** Names it for its picture, and its opening: what was granted opens under the same name. */
    accessId: z.uuid(),
    doorId: z.uuid(),
    outcome: AccessOutcome,
    /** What was held to the reader or typed there. What was typed is never told. */
    credential: CredentialKind.default("card"),
    /** The pass that it was; absent of anything else. */
    passId: z.uuid().optional(),
    /** Somebody came in by it at the perimeter. Doors behind it follow, and are no entry. */
    isEntry: z.boolean().optional(),
    /** Null for what is typed, and for a card that nobody knows. */
    cardId: z.uuid().nullable(),
    holderId: z.uuid().nullable(),
    /** As it was read, of a card that nobody knows: whoever stands there may want it registered. */
    tag: personal("movement", z.string().min(1).max(64).nullable()),
    /** Decided while the server was away. */
    isOffline: z.boolean(),
  }),
  z.strictObject({
    ...fact,
    kind: z.literal("access-picture"),
    accessId: z.uuid(),
    cameraId: z.uuid(),
    jpeg,
  }),
  z.strictObject({
    ...fact,
    kind: z.literal("intrusion-started"),
    /** Names this intrusion for its pictures and its end. */
    intrusionId: z.uuid(),
    intrusion: IntrusionKind,
    cameraId: z.uuid().nullable(),
    doorId: z.uuid().nullable(),
    /** The input that noticed it; null for what a camera or a door did. */
    inputId: z.uuid().nullable().default(null),
    /** True of a fire panel that was on before the controller started or was set up anew: it frees no doors again. */
    goesOn: z.boolean().optional(),
  }),
  z.strictObject({ ...fact, kind: z.literal("intrusion-ended"), intrusionId: z.uuid() }),
  z.strictObject({
    ...fact,
    kind: z.literal("intrusion-picture"),
    intrusionId: z.uuid(),
    cameraId: z.uuid(),
    /** Its place among the pictures of this intrusion, from 0. `at` is when it was taken. */
    position: z
      .number()
      .int()
      .min(0)
      .max(INTRUSION_PICTURES - 1),
    jpeg,
  }),
  /** A clip lies on the controller's disk, whole as it says, and is read from there by whoever asks. */
  z.strictObject({ ...fact, kind: z.literal("clip-kept"), ...KeptClip.shape }),
  z.strictObject({ ...fact, kind: z.literal("clip-dropped"), clipId: z.uuid(), why: ClipDropped }),
]);
export type ControllerFact = z.infer<typeof ControllerFact>;

/**
 * What stands under one number: a fact, or something of which nothing but its number can be read. That is set aside, so that it
 * holds back none behind it.
 */
export const ToldFact = z.union([ControllerFact, z.looseObject({ seq: fact.seq })]);
export type ToldFact = z.infer<typeof ToldFact>;
/** Facts in one message at most. */
export const FACTS_BATCH = 50;

/** Reports facts in order. The answer says up to which number everything is kept or set aside. */
export const reportFacts = message({
  event: "facts",
  summary: "Report what happened in the building",
  access: controllers,
  payload: z.strictObject({ facts: z.array(ToldFact).min(1).max(FACTS_BATCH) }),
  reply: z.object({ acknowledged: z.number().int() }),
});

/** One picture of a watched camera. Sent volatile, without acknowledgement: a late picture is worth nothing. */
export const sendFrame = message({
  event: "frame",
  summary: "One JPEG of a watched camera",
  access: controllers,
  payload: z.tuple([z.uuid(), jpeg]),
  reply: z.object({}),
});

/** Told whenever it changes, and again on every `camera:watch`, so that who comes later knows it too. */
export const reportCamera = message({
  event: "camera:state",
  summary: "A camera gives pictures, or none",
  access: controllers,
  payload: z.strictObject({
    cameraId: z.uuid(),
    state: z.enum(["starting", "live", "no-signal"]),
    /** Wall time at the controller when this state began. */
    since: z.iso.datetime(),
  }),
  reply: z.object({}),
});

/** Where every leaf is that a sensor tells of; told as a whole when one moved, and after each sign-in. */
export const reportLeaves = message({
  event: "doors:leaves",
  summary: "Which doors are open",
  access: controllers,
  payload: z.strictObject({
    leaves: z
      .array(
        z.strictObject({
          doorId: z.uuid(),
          is: Leaf,
          /** Wall time at the controller. */
          since: z.iso.datetime(),
        }),
      )
      .max(1000),
  }),
  reply: z.object({}),
});

/** Told once and not kept: who set the reader up stands beside it, and holds the card to it again. */
export const reportTag = message({
  event: "reader:tag",
  summary: "A card was read at a reader that was set up for it",
  access: controllers,
  payload: z.strictObject({
    setupId: z.uuid(),
    doorId: z.uuid(),
    tag: personal("movement", z.string().min(1).max(200)),
  }),
  reply: z.object({}),
});
