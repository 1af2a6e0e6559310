import { z } from "zod";
import { AccessPage } from "../access-control/access-list.ts";
import {
  CameraHost,
  CameraPassword,
  CameraStreams,
  CameraUser,
  FoundCamera,
  MOST_FOUND_CAMERAS,
} from "../cameras/camera-search.ts";
import { CameraSource } from "../cameras/camera-source.ts";
import { ClipOrder, ClipPartQuestion } from "../clips/clip-wire.contract.ts";
import { TriedDevice } from "../doors/device-trial.ts";
import { RelayDriver } from "../doors/door-devices.ts";
import { EMERGENCY_FREES_MS } from "../doors/door-modes.contract.ts";
import { DoorAction } from "../doors/doors.contract.ts";
import { jpeg } from "../lib/jpeg.ts";
import { Challenge, ControllerConfiguration } from "./controllers.contract.ts";

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
/** `failed` only where the relay did not move; `unknown` where the order left for its device and what that did cannot be known. */
export const DoorOrderAnswer = z.object({ outcome: z.enum(["moved", "failed", "expired", "unknown"]) });
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

/**
 * Whether an emergency frees the doors that were chosen for it, from now on: for `forMs` at most. A state and not a press: it is
 * said again until it is answered, and when the controller comes back. Its age and its run are judged as those of a
 * {@link DoorOrder}.
 */
export const EmergencyOrder = z.strictObject({
  /** `rest`: the lobby's is over, or there is none. `silent`: somebody silenced it, whoever said that there was one. */
  state: z.enum(["free", "rest", "silent"]),
  forMs: z.number().int().positive().max(EMERGENCY_FREES_MS),
  issuedAt: z.number(),
  boot: z.uuid(),
});
export type EmergencyOrder = z.infer<typeof EmergencyOrder>;
/** `failed`: a relay did not move, or can only pulse. `doors`: how many are free by it now. */
export const EmergencyAnswer = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.enum(["done", "failed"]), doors: z.number().int().nonnegative() }),
  z.object({ outcome: z.literal("expired") }),
]);
export type EmergencyAnswer = z.infer<typeof EmergencyAnswer>;
/** How long the server waits for it. */
export const EMERGENCY_ANSWER_MS = 3000;

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

/**
 * May so many more come in by a pass, at the desk? The controller that counts them decides that alone: when the pass holds is the
 * server's to say. It writes them down before it answers, and the same request again is the first time again. Its age is judged
 * as that of a {@link DoorOrder}: nobody is counted whom the desk was told to send away.
 */
export const PassEntryOrder = z.strictObject({
  requestId: z.uuid(),
  passId: z.uuid(),
  people: z.number().int().positive(),
  /** How many may come in by it, and how many did as far as the server knows. */
  entries: z.number().int().positive(),
  used: z.number().int().nonnegative(),
  issuedAt: z.number(),
});
export type PassEntryOrder = z.infer<typeof PassEntryOrder>;
export const PassEntryAnswer = z.object({ outcome: z.enum(["granted", "used-up", "expired"]) });
export type PassEntryAnswer = z.infer<typeof PassEntryAnswer>;

/**
 * Another controller is to count the entries of a pass from now on. Whoever counted them until now lets go only where the server
 * knows of every one: after that it lets nobody in by the pass until its list has said that somebody else decides. The same
 * request again is the first time again.
 */
export const PassHandover = z.strictObject({
  requestId: z.uuid(),
  passId: z.uuid(),
  /** How many came in by it as far as the server knows. */
  used: z.number().int().nonnegative(),
});
export type PassHandover = z.infer<typeof PassHandover>;
/** `counted-more`: the server was not told of some yet. */
export const PassHandoverAnswer = z.object({ outcome: z.enum(["handed-over", "counted-more"]) });
export type PassHandoverAnswer = z.infer<typeof PassHandoverAnswer>;

/** How long the server waits to hear how a device is. */
export const DEVICE_ANSWER_MS = 3000;
/** Asks how a device is now, by its door's id or its own. Nothing of it changes. */
export const DeviceQuestion = z.strictObject({ device: TriedDevice, id: z.uuid() });
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

/** Looks for cameras that speak ONVIF in the controller's networks, or at one address. Nothing of theirs changes. */
export const CameraSearch = z.strictObject({
  /** Null for all that answer. */
  host: CameraHost.nullable(),
  withinMs: z.number().int().positive().max(30_000),
});
/** Why no camera could be looked for, or one not be asked. */
export const OnvifTrouble = z.enum([
  /** One search at a time. */
  "busy",
  /** The controller is in no network that cameras could be in. */
  "no-network",
  /** Not an address of a private network: a controller asks nobody beyond its building. */
  "not-private",
  "unreachable",
  "too-slow",
  "bad-certificate",
  /** Something answers that is no ONVIF camera, or whose answer cannot be understood. */
  "nonsense",
  "too-large",
  "needs-password",
  "refused-password",
  /** It has no stream that can be read. */
  "no-streams",
]);
export type OnvifTrouble = z.infer<typeof OnvifTrouble>;
const onvifFailed = z.object({ outcome: z.literal("failed"), trouble: OnvifTrouble });
export const CameraSearchAnswer = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("done"), cameras: z.array(FoundCamera).max(MOST_FOUND_CAMERAS) }),
  onvifFailed,
]);
export type CameraSearchAnswer = z.infer<typeof CameraSearchAnswer>;
/** Asks a found camera where its streams are. */
export const StreamsQuestion = z.strictObject({
  address: FoundCamera.shape.address,
  username: CameraUser,
  password: CameraPassword,
  withinMs: z.number().int().positive().max(30_000),
});
export type StreamsQuestion = z.infer<typeof StreamsQuestion>;
export const StreamsAnswer = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("streams"), ...CameraStreams.shape }),
  onvifFailed,
]);
export type StreamsAnswer = z.infer<typeof StreamsAnswer>;
/** How long the controller looks or asks, and how long the server waits for it: slow cameras answer after seconds. */
export const CAMERA_SEARCH_MS = 5000;
export const CAMERA_STREAMS_MS = 8000;
export const ONVIF_ANSWER_SLACK_MS = 3000;

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
  /** Not the one that was said to be the device's. */
  "other-certificate",
  "refused-password",
  "needs-password",
]);
export type RelayTrouble = z.infer<typeof RelayTrouble>;
/** What was learned of a password: the device took it, did not ask for one, or could not be asked without moving it. */
export const RelayLogin = z.enum(["accepted", "not-asked", "not-tried"]);
export type RelayLogin = z.infer<typeof RelayLogin>;
export const RelayTrialAnswer = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("reached"), login: RelayLogin }),
  z.object({
    outcome: z.literal("failed"),
    trouble: RelayTrouble,
    /** Of a pin or a board: in Spanish, as whoever wires it reads it. */
    why: z.string().max(300).optional(),
    /** SHA-256 of the certificate that the device shows, where that is the trouble. */
    certificate: z.string().optional(),
  }),
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
  "doors:emergency": EmergencyOrder,
  "reader:setup": ReaderSetup,
  "pass:enter": PassEntryOrder,
  /** Answered by {@link PassHandoverAnswer}. */
  "pass:hand-over": PassHandover,
  /** Answered by `DeviceTrial` of the doors. */
  "device:try": DeviceQuestion,
  /** Answered by {@link AccessPageAnswer}. */
  "access:page": AccessPage,
  restart: RestartOrder,
  "camera:watch": WatchCamera,
  "camera:unwatch": UnwatchCamera,
  /** Leases of a camera's video, which is passed on as it comes. A controller that knows of none does not hear them. */
  "video:watch": WatchCamera,
  "video:unwatch": UnwatchCamera,
  /** Answered by `ClipOrderAnswer` and `ClipPartAnswer` of the clips. */
  "clip:keep": ClipOrder,
  "clip:part": ClipPartQuestion,
  "camera:try": CameraTrial,
  "cameras:search": CameraSearch,
  "camera:streams": StreamsQuestion,
  "relay:try": RelayTrial,
} as const;
