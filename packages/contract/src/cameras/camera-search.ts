import { z } from "zod";
import { notPersonal, personal } from "../lib/personal.ts";
import { CAMERA_HOST } from "./camera-host.ts";

/** What a controller knows of a camera that it found, and what the camera says of itself. Nothing of it is proven. */

/** More are not listed: whoever has more looks for one by its address. */
export const MOST_FOUND_CAMERAS = 64;
/** Of one camera: a device with many lenses has a few profiles for each. */
export const MOST_STREAMS = 16;
const LONGEST_WORD = 80;
const LONGEST_ADDRESS = 500;

/** What a device calls itself, cut and without what cannot be shown. */
const word = notPersonal("of a camera", z.string().max(LONGEST_WORD).nullable());
const deviceAddress = notPersonal("of a camera", z.string().max(LONGEST_ADDRESS));

export const FoundCamera = z.object({
  /** Where its ONVIF service answers: `http://10.0.0.20/onvif/device_service`, without name or password. */
  address: deviceAddress,
  name: word,
  model: word,
});
export type FoundCamera = z.infer<typeof FoundCamera>;

export const CameraStream = z.object({
  /** Without name and password. */
  address: deviceAddress,
  name: word,
  codec: word,
  width: z.number().int().positive().nullable(),
  height: z.number().int().positive().nullable(),
  /** The camera named another machine; this is the camera's own in its place. */
  isMoved: z.boolean(),
});
export type CameraStream = z.infer<typeof CameraStream>;

/** What a camera gives to whom it lets in. */
export const CameraStreams = z.object({
  maker: word,
  model: word,
  streams: z.array(CameraStream).max(MOST_STREAMS),
  /** Where it gives one JPEG each time it is asked; null where it has no such address. */
  snapshot: deviceAddress.nullable(),
});
export type CameraStreams = z.infer<typeof CameraStreams>;

export const CameraHost = z
  .string()
  .trim()
  .regex(CAMERA_HOST, "Escribe la dirección IP de la cámara, por ejemplo 10.0.0.20");

/** Written into a message of XML as it is, by whoever speaks to cameras. */
export const CameraUser = personal(
  "secret",
  z
    .string()
    .max(LONGEST_WORD)
    .regex(/^[^<>&"'\p{Cc}]*$/u, "El usuario no puede tener < > & ni comillas"),
);
export const CameraPassword = personal("secret", z.string().max(LONGEST_WORD));
