import { z } from "zod";
import { refineAddresses } from "../lib/device-address.ts";
import { csvFile, endpoint, whoMay } from "../lib/endpoint.ts";
import { chosenRows } from "../lib/pages.ts";
import { notPersonal, personal } from "../lib/personal.ts";
import { CameraHost, CameraPassword, CameraStreams, CameraUser, FoundCamera } from "./camera-search.ts";
import { CameraSource } from "./camera-source.ts";
import { MotionSettings } from "./motion.contract.ts";
import { VideoCodec, VideoTrouble } from "./video.contract.ts";

const none = z.strictObject({});
const byId = z.strictObject({ id: z.uuid() });

const Source = CameraSource.superRefine(refineAddresses).refine(
  (source) => source.kind !== "snapshot" || (source.everyMs >= 100 && source.everyMs <= 60_000),
  "el intervalo debe estar entre 0,1 y 60 segundos",
);

const fields = {
  name: notPersonal("of a camera", z.string().trim().min(1).max(80)),
  source: Source,
  framesPerSecond: z.number().min(1).max(30),
  width: z.number().int().min(160).max(1920),
  /** Null for a camera that does not look for motion. */
  motion: MotionSettings.nullable(),
};

export const CameraFields = z.strictObject({
  ...fields,
  framesPerSecond: fields.framesPerSecond.default(10),
  width: fields.width.default(1280),
  motion: fields.motion.default(null),
  /** Whose it is from the beginning: needed where the building has several. Another one gets it by a move. */
  controllerId: z.uuid().optional(),
});
export type CameraFields = z.infer<typeof CameraFields>;

/** A change names what is other; nothing else is touched. */
export const CameraChange = z.strictObject(fields).partial();
export type CameraChange = z.infer<typeof CameraChange>;

export const CameraSettings = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Passwords in its address are shown as `***`; sent back so, they stay what they are. */
  source: CameraSource,
  framesPerSecond: z.number(),
  width: z.number().int(),
  motion: MotionSettings.nullable(),
  doors: z.array(z.object({ id: z.uuid(), name: z.string() })),
  /** Whose it is; null for a camera without a controller. */
  controllerId: z.uuid().nullable(),
});
export type CameraSettings = z.infer<typeof CameraSettings>;

/** How a camera's video went when somebody last looked; null while nobody did. With trouble it is sent as pictures. */
export const CameraVideo = z
  .object({ codec: VideoCodec.nullable(), trouble: VideoTrouble.nullable() })
  .nullable();
export type CameraVideo = z.infer<typeof CameraVideo>;

export const readCameras = endpoint({
  method: "GET",
  path: "/api/{product}/buildings/{id}/cameras",
  summary: "Cameras of a building with their sources, without passwords",
  access: whoMay("buildings.administer", { building: "id" }),
  params: byId,
  query: none,
  body: z.undefined(),
  reply: z.object({ cameras: z.array(CameraSettings.extend({ video: CameraVideo })) }),
});

export const createCamera = endpoint({
  method: "POST",
  path: "/api/{product}/buildings/{id}/cameras",
  summary: "Make a camera; the building's controller is told at once",
  access: whoMay("buildings.administer", { building: "id" }),
  params: byId,
  query: none,
  body: CameraFields,
  reply: z.object({ camera: CameraSettings }),
});

export const changeCamera = endpoint({
  method: "PUT",
  path: "/api/{product}/cameras/{id}",
  summary: "Change a camera; the building's controller is told at once",
  access: whoMay("buildings.administer", { camera: "id" }),
  params: byId,
  query: none,
  body: CameraChange,
  reply: z.object({ camera: CameraSettings }),
});

export const deleteCamera = endpoint({
  method: "DELETE",
  path: "/api/{product}/cameras/{id}",
  summary: "Delete a camera that no door uses",
  access: whoMay("buildings.administer", { camera: "id" }),
  params: byId,
  query: none,
  body: z.undefined(),
  reply: z.object({ ok: z.literal(true) }),
});

/** Asks the building's controller for one picture from an address that may not be saved yet. */
export const testCamera = endpoint({
  method: "POST",
  path: "/api/{product}/buildings/{id}/cameras/test",
  summary: "Take one picture from a source, live, by the building's controller",
  access: whoMay("buildings.administer", { building: "id" }),
  params: byId,
  query: none,
  body: z.strictObject({
    source: Source,
    /** The camera whose kept password `***` stands for. */
    cameraId: z.uuid().optional(),
    /** Which of the building's controllers takes it; without it the first one. */
    controllerId: z.uuid().optional(),
  }),
  reply: z.object({
    /** A JPEG in base64; null without one. */
    picture: personal("image", z.string().nullable()),
    /** Why there is none, for a person. */
    reason: z.string().nullable(),
    milliseconds: z.number().int(),
  }),
});

/** Orders the building's controller to look for cameras that speak ONVIF. */
export const searchCameras = endpoint({
  method: "POST",
  path: "/api/{product}/buildings/{id}/cameras/search",
  summary: "Look for ONVIF cameras in the network of the building's controller, or at one address",
  access: whoMay("buildings.administer", { building: "id" }),
  params: byId,
  query: none,
  body: z.strictObject({
    /** Which of the building's controllers looks; without it the first one. */
    controllerId: z.uuid().optional(),
    /** One camera's address, where the network passes on no search. */
    host: CameraHost.optional(),
  }),
  reply: z.object({
    cameras: z.array(FoundCamera),
    /** Why none could be looked for, for a person. */
    reason: z.string().nullable(),
  }),
});

/** Asks a found camera, by the controller, where its streams are. Name and password are kept nowhere. */
export const readCameraStreams = endpoint({
  method: "POST",
  path: "/api/{product}/buildings/{id}/cameras/streams",
  summary: "Ask a camera that was found for the addresses of its streams",
  access: whoMay("buildings.administer", { building: "id" }),
  params: byId,
  query: none,
  body: z.strictObject({
    controllerId: z.uuid().optional(),
    address: FoundCamera.shape.address,
    username: CameraUser,
    password: CameraPassword,
  }),
  reply: z.object({
    found: CameraStreams.nullable(),
    /** Why there is nothing, for a person. */
    reason: z.string().nullable(),
    /** The reason is what was typed as user and password. */
    isPassword: z.boolean(),
  }),
});

export const exportCameras = csvFile({
  path: "/api/{product}/buildings/{id}/cameras.csv",
  summary:
    "The cameras of a building, or some that were chosen, as a file for a spreadsheet, without their addresses",
  access: whoMay("buildings.administer", { building: "id" }),
  params: byId,
  query: z.strictObject(chosenRows),
});
