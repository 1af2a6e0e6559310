import { z } from "zod";
import { AccessPage, KeptAccess } from "../access-control/access-list.ts";
import { AccessOutcome } from "../access-control/decision.ts";
import { INTRUSION_PICTURES, IntrusionKind } from "../alarms/intrusions.contract.ts";
import { CameraSource } from "../cameras/camera-source.ts";
import { MotionSettings } from "../cameras/motion.contract.ts";
import {
  CardReader,
  DoorContact,
  HELD_OPEN_AFTER_SECONDS,
  HeldOpenAfterSeconds,
  RelayDriver,
} from "../doors/door-devices.ts";
import { DoorAction, LockType, OpenDoorOrigin } from "../doors/doors.contract.ts";
import { DoorScope } from "../lib/door-scope.ts";
import { anybody, controllers, endpoint } from "../lib/endpoint.ts";
import { message } from "../lib/message.ts";
import { personal } from "../lib/personal.ts";

/** Socket.IO namespace of the building controllers. */
export const CONTROLLER_NAMESPACE = "/controller";

/** An Ed25519 public key as a JWK. The private half never leaves the controller. */
export const ControllerKey = z.strictObject({
  kty: z.literal("OKP"),
  crv: z.literal("Ed25519"),
  x: z.string().regex(/^[\w-]{43}$/),
});
export type ControllerKey = z.infer<typeof ControllerKey>;

/** Trades the one-time pairing code for the registration of the controller's own key. */
export const pairController = endpoint({
  method: "POST",
  path: "/api/controllers/pairing",
  summary: "Register a controller's key with its one-time pairing code",
  access: anybody,
  params: z.strictObject({}),
  query: z.strictObject({}),
  body: z.strictObject({
    code: personal("secret", z.string().trim().min(8).max(40)),
    publicKey: ControllerKey,
  }),
  reply: z.object({
    controllerId: z.uuid(),
    buildingId: z.uuid(),
    /** Signs the access lists: the controller believes no other. */
    accessKey: ControllerKey,
  }),
  bodyLimit: 2000,
});

/** Server → controller, first thing on a connection. The nonce is for this connection alone. */
export const Challenge = z.object({ nonce: z.string().min(32) });

/** What is signed: purpose, controller and nonce, so that a signature serves nowhere else. */
export const challengeText = (controllerId: string, nonce: string): string =>
  `umbral-controller-sign-in:${controllerId}:${nonce}`;

/** The controllers' own sign-in. Until it succeeded nothing else is heard. */
export const controllerSignIn = message({
  event: "sign-in",
  summary: "Answer the challenge with the controller's key",
  access: anybody,
  payload: z.strictObject({
    controllerId: z.uuid(),
    /** Base64url Ed25519 signature of {@link challengeText}. */
    signature: personal("secret", z.string().max(200)),
    version: z.string().max(40),
    /** Names this run of its process: orders are for one run alone. */
    boot: z.uuid(),
    /** The configuration revision it runs, so that an equal one is not sent again; null for none. */
    revision: z.string().max(80).nullable(),
    /** Its access list, so that only what changed is sent; null before it has one. */
    access: KeptAccess.nullable().default(null),
  }),
  reply: z.object({
    /** Every fact up to this number is in the server's database. */
    acknowledged: z.number().int(),
    /** As at its pairing: one that was paired before there were access lists keeps the first that it hears. */
    accessKey: ControllerKey,
  }),
});

/** Everything a controller needs to run its building without the server. */
export const ControllerConfiguration = z.object({
  revision: z.string(),
  building: z.object({ id: z.uuid(), name: z.string(), timeZone: z.string() }),
  /** The relay of the building's siren; null without one. */
  siren: RelayDriver.nullable().default(null),
  doors: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      localId: z.string(),
      scope: DoorScope,
      lockType: LockType,
      /** How long the relay is held for one opening. */
      pulseMs: z.number().int().positive(),
      relay: RelayDriver,
      /** Null for a door without one. */
      reader: CardReader.nullable().default(null),
      cameraId: z.uuid().nullable(),
      /** Null for a door that nothing watches: it is never forced nor held. */
      contact: DoorContact.nullable().default(null),
      heldOpenAfterSeconds: HeldOpenAfterSeconds.default(HELD_OPEN_AFTER_SECONDS),
    }),
  ),
  cameras: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      framesPerSecond: z.number().positive().max(30),
      width: z.number().int().positive().max(1920),
      source: CameraSource,
      /** Null for a camera that does not look for motion. */
      motion: MotionSettings.nullable().default(null),
    }),
  ),
});
export type ControllerConfiguration = z.infer<typeof ControllerConfiguration>;

/**
 * An order to a relay. Never stored for sending later and never sent twice by a restart.
 * `issuedAt` is when it was pressed, on the server's steady clock in milliseconds: wall time at its start plus
 * a monotonic count. `boot` is the run of the controller's process that was there then; no other obeys it.
 */
export const DoorOrder = z.strictObject({
  orderId: z.uuid(),
  doorId: z.uuid(),
  action: DoorAction,
  issuedAt: z.number(),
  boot: z.uuid(),
});
export type DoorOrder = z.infer<typeof DoorOrder>;
export const DoorOrderAnswer = z.object({ outcome: z.enum(["moved", "failed", "expired"]) });
export type DoorOrderAnswer = z.infer<typeof DoorOrderAnswer>;

/**
 * The building's siren, as it is to be from now on: sounding until it is told to be silent, or for
 * `forMs` at most. A state and not a press: it is said again when the controller comes back.
 */
export const SirenOrder = z.strictObject({
  on: z.boolean(),
  /** A siren that nobody silences stops by itself after this. */
  forMs: z.number().int().positive().max(3_600_000),
});
export type SirenOrder = z.infer<typeof SirenOrder>;
/** `none`: this building has no siren. `failed`: its relay did not move. */
export const SirenAnswer = z.object({ outcome: z.enum(["sounding", "silent", "none", "failed"]) });
export type SirenAnswer = z.infer<typeof SirenAnswer>;
/** How long a siren sounds when nobody silences it: nobody hears the street's complaint after that. */
export const SIREN_SOUNDS_MS = 15 * 60_000;
/** How long the server waits for the siren's relay. */
export const SIREN_ANSWER_MS = 3000;

/** The next card at this door's reader is for `setupId`: it is told, and opens nothing. */
export const ReaderSetup = z.strictObject({
  setupId: z.uuid(),
  doorId: z.uuid(),
  /** The setup is over by then, read or not. */
  forMs: z.number().int().positive().max(3_600_000),
});
export type ReaderSetup = z.infer<typeof ReaderSetup>;
/** `none`: this door has no reader. `failed`: its reader cannot be listened to. */
export const ReaderSetupAnswer = z.object({ outcome: z.enum(["waiting", "none", "failed"]) });
export type ReaderSetupAnswer = z.infer<typeof ReaderSetupAnswer>;
/** How long the server waits for that answer. */
export const READER_ANSWER_MS = 3000;

/** Ends the controller's process, so that whatever keeps it running starts it anew. */
export const RestartOrder = z.strictObject({ issuedAt: z.number() });
export const RestartAnswer = z.object({ outcome: z.enum(["restarting", "expired"]) });

/** A lease: one server process has viewers for this camera until `leaseMs` from now, renewed while it has. */
export const WatchCamera = z.strictObject({
  cameraId: z.uuid(),
  watcher: z.string().max(64),
  leaseMs: z.number().int().positive().max(60_000),
});
export const UnwatchCamera = z.strictObject({ cameraId: z.uuid(), watcher: z.string().max(64) });
/** How long a lease holds and how often it is renewed. */
export const WATCH_LEASE_MS = 15_000;
export const WATCH_RENEW_MS = 5000;

/** A JPEG as it came from the camera. */
const jpeg = z.custom<Uint8Array>((value) => value instanceof Uint8Array && value.byteLength <= 1_500_000);

/** One picture from a source that may not be saved yet: whoever types its address sees whether it is right. */
export const CameraTrial = z.strictObject({
  source: CameraSource,
  withinMs: z.number().int().positive().max(30_000),
});
export type CameraTrial = z.infer<typeof CameraTrial>;
/** Why a camera gave no picture. */
export const CameraTrouble = z.enum([
  "unreachable",
  "refused-password",
  "not-there",
  "no-pictures",
  "too-slow",
  "no-program",
  /** It sends to another address, where its password is not told. */
  "elsewhere",
  "bad-certificate",
]);
export type CameraTrouble = z.infer<typeof CameraTrouble>;
export const CameraTrialAnswer = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("picture"), jpeg }),
  z.object({ outcome: z.literal("failed"), trouble: CameraTrouble }),
]);
export type CameraTrialAnswer = z.infer<typeof CameraTrialAnswer>;
/** How long the controller tries, and how long the server waits for it. */
export const CAMERA_TRIAL_MS = 8000;
export const CAMERA_TRIAL_ANSWER_MS = 10_000;

/**
 * Asks the device of a relay whether it is there, and whether it takes the password, without moving it: never at the
 * address that moves it.
 */
export const RelayTrial = z.strictObject({
  relay: RelayDriver,
  withinMs: z.number().int().positive().max(30_000),
});
/** Why a relay cannot be used as it was typed. */
export const RelayTrouble = z.enum([
  "unreachable",
  "too-slow",
  "bad-certificate",
  "refused-password",
  "needs-password",
]);
export type RelayTrouble = z.infer<typeof RelayTrouble>;
/** What was learned of a password: the device took it, did not ask for one, or could not be asked without moving it. */
export const RelayLogin = z.enum(["accepted", "not-asked", "not-tried"]);
export type RelayLogin = z.infer<typeof RelayLogin>;
export const RelayTrialAnswer = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("reached"), login: RelayLogin }),
  z.object({ outcome: z.literal("failed"), trouble: RelayTrouble }),
]);
export type RelayTrialAnswer = z.infer<typeof RelayTrialAnswer>;
/** How long the controller tries a relay, and how long the server waits for it. */
export const RELAY_TRIAL_MS = 4000;
export const RELAY_TRIAL_ANSWER_MS = 6000;

/** Server → controller. */
export const controllerOrders = {
  challenge: Challenge,
  configuration: ControllerConfiguration,
  "door:operate": DoorOrder,
  "siren:set": SirenOrder,
  "reader:setup": ReaderSetup,
  /** Answered by {@link AccessPageAnswer}. */
  "access:page": AccessPage,
  restart: RestartOrder,
  "camera:watch": WatchCamera,
  "camera:unwatch": UnwatchCamera,
  "camera:try": CameraTrial,
  "relay:try": RelayTrial,
} as const;

/** The server's steady clock, for the controller to know how old an order is. */
export const readClock = message({
  event: "clock",
  summary: "Read the server's steady clock",
  access: controllers,
  payload: z.strictObject({}),
  reply: z.object({ steadyMs: z.number() }),
});

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
    /** Null for one that nobody knows. */
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
]);
export type ControllerFact = z.infer<typeof ControllerFact>;
/** Facts in one message at most. */
export const FACTS_BATCH = 50;

/** Reports facts in order. The answer says up to which number everything is kept. */
export const reportFacts = message({
  event: "facts",
  summary: "Report what happened in the building",
  access: controllers,
  payload: z.strictObject({ facts: z.array(ControllerFact).min(1).max(FACTS_BATCH) }),
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

/** How the controller is, said by itself from time to time. */
export const ControllerStatus = z.object({
  /** Since its process started. */
  uptimeMs: z.number().int().nonnegative(),
  /** Facts that the server has not acknowledged yet. */
  queue: z.number().int().nonnegative(),
  /** By how much its wall clock is ahead of the server's; null while it does not know. */
  clockErrorMs: z.number().nullable(),
  /** Since when its disk does not take what it is given: the building runs from memory. Null while it does. */
  diskFailingSince: z.iso.datetime().nullable().default(null),
});
export type ControllerStatus = z.infer<typeof ControllerStatus>;
/** How often it says so; also at once when it signed in. */
export const STATUS_EVERY_MS = 10_000;

export const reportStatus = message({
  event: "status",
  summary: "How the controller is",
  access: controllers,
  payload: ControllerStatus.strict(),
  reply: z.object({}),
});
