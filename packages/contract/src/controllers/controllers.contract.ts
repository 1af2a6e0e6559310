import { z } from "zod";
import { AccessClaim } from "../access-control/access-list.ts";
import { CameraSource } from "../cameras/camera-source.ts";
import { MotionSettings } from "../cameras/motion.contract.ts";
import { ClipConfiguration } from "../clips/clip-wire.contract.ts";
import {
  CardReader,
  DoorContact,
  HELD_OPEN_AFTER_SECONDS,
  HeldOpenAfterSeconds,
  RelayDriver,
} from "../doors/door-devices.ts";
import { LockType } from "../doors/doors.contract.ts";
import { ConfiguredInput } from "../inputs/input-devices.ts";
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
    /** Its access list, so that only what changed is sent, and what it knows of lists; null of one that says neither. */
    access: AccessClaim.nullable().default(null),
    /**
     * The times in which it holds a door free, by their ids, told or not: of its doors no other is. Absent from a controller
     * that does not say.
     */
    free: z.array(z.uuid()).max(1000).optional(),
  }),
  reply: z.object({
    /** Every fact up to this number is in the server's database. */
    acknowledged: z.number().int(),
    /** As at its pairing: one that was paired before there were access lists keeps the first that it hears. */
    accessKey: ControllerKey,
    /** Makes the digests of what is typed at the keypads of this building: 32 bytes as base64url. Not in any list. */
    pinKey: personal("secret", z.string().regex(/^[\w-]{43}$/)).optional(),
    /**
     * What this server takes beyond the words of the first release: one that does not know a word refuses the whole of what a
     * controller says of itself. Others that stand here are passed over.
     */
    hears: z.array(z.string().max(40)).max(40).default([]),
  }),
});

/** In `hears`: {@link ControllerStatus.relaysNotAtRest}. */
export const HEARS_RELAYS = "relays";

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
      /** An emergency frees it as a way out. */
      freesInEmergency: z.boolean().default(false),
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
  /** Null where the building keeps no clips. */
  clips: ClipConfiguration.nullable().default(null),
  /** Exit buttons, fire panels, tamper and battery contacts. */
  inputs: z.array(ConfiguredInput).default([]),
});
export type ControllerConfiguration = z.infer<typeof ControllerConfiguration>;
/** It has it, and does nothing any more for what is not in it. */
export const ConfigurationAnswer = z.object({ revision: z.string() });
/** How long the server waits for that answer. */
export const CONFIGURATION_ANSWER_MS = 3000;

/** The server's steady clock, for the controller to know how old an order is, and its date. */
export const readClock = message({
  event: "clock",
  summary: "Read the server's steady clock, and its date",
  access: controllers,
  payload: z.strictObject({}),
  reply: z.object({
    steadyMs: z.number(),
    /** The date in milliseconds since 1970, by which hours and ends are judged: it may be set right while the steady clock goes on. */
    dateMs: z.number().optional(),
  }),
});

/** A device that should be heard and is not. A camera that nobody wants pictures of is none. */
export const DeviceFault = z.object({
  device: z.enum(["camera", "reader", "contact", "input"]),
  /** Of the camera or input; of a reader or contact that of its door. */
  id: z.uuid(),
});
/** In one word of a controller at most. */
export const FAULTS_AT_MOST = 500;
export type DeviceFault = z.infer<typeof DeviceFault>;

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
  /** Its devices of which nothing is heard now. Absent from a controller that does not say. */
  faults: z.array(DeviceFault).max(FAULTS_AT_MOST).optional(),
  /**
   * The doors whose relay was told to let go and has not said that it did: it may be on, and the door open. Said to those alone
   * that hear it ({@link HEARS_RELAYS}); absent from a controller that does not say.
   */
  relaysNotAtRest: z.array(z.uuid()).max(FAULTS_AT_MOST).optional(),
});
export type ControllerStatus = z.infer<typeof ControllerStatus>;
/** How often it says so where nothing of it changes; also at once when it signed in. */
export const STATUS_EVERY_MS = 60_000;

export const reportStatus = message({
  event: "status",
  summary: "How the controller is",
  access: controllers,
  payload: ControllerStatus.strict(),
  reply: z.object({}),
});
