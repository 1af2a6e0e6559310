import type { CameraFields, CameraSettings } from "@umbral/contract/cameras/administering-cameras.contract";
import type { CameraSource } from "@umbral/contract/cameras/camera-source";
import type { MotionZone } from "@umbral/contract/cameras/motion.contract";
import type { WeeklyHours } from "@umbral/contract/lib/weekly-hours";
import { fieldSentences } from "../../lib/sentences.ts";
import { type Errors, required } from "../../ui/useForm.ts";
import { firstHoursError } from "../../ui/weekly-hours.ts";
import { addressError } from "../controllers/index.ts";

/** A camera as its form holds it. */
export interface CameraValues extends Record<string, unknown> {
  name: string;
  kind: string;
  /** Of a new camera, where the building has several. */
  controllerId: string;
  address: string;
  /** Seconds between two pictures of a camera that is asked for each. */
  every: string;
  scene: string;
  framesPerSecond: string;
  width: string;
  looksForMotion: boolean;
  sensitivity: string;
  zones: readonly MotionZone[];
  hours: readonly WeeklyHours[];
}

const SCENES = ["entrance", "garage", "hall", "street"] as const;
/** What is offered first: every night. */
export const USUAL_HOURS: WeeklyHours = { days: [1, 2, 3, 4, 5, 6, 7], from: "22:00", to: "06:00" };

export function cameraValuesOf(camera: CameraSettings | null): CameraValues {
  const source: CameraSource = camera?.source ?? { kind: "rtsp", address: "" };
  const hours = camera?.motion?.watchedHours ?? [];
  return {
    name: camera?.name ?? "",
    kind: source.kind,
    controllerId: "",
    address: "address" in source ? source.address : "",
    every: String(source.kind === "snapshot" ? source.everyMs / 1000 : 1),
    scene: source.kind === "simulated" ? source.scene : "entrance",
    framesPerSecond: String(camera?.framesPerSecond ?? 10),
    width: String(camera?.width ?? 1280),
    looksForMotion: camera?.motion != null,
    sensitivity: String(camera?.motion?.sensitivity ?? 50),
    zones: camera?.motion?.zones ?? [],
    hours: hours.length === 0 ? [USUAL_HOURS] : hours,
  };
}

const numberIn = (written: string): number =>
  /^\d+([.,]\d+)?$/.test(written.trim()) ? Number(written.trim().replace(",", ".")) : Number.NaN;
const isBetween = (value: number, least: number, most: number) => value >= least && value <= most;

/** What is wrong with the address that stands there now. */
export function cameraAddressError({ kind, address }: CameraValues): string | undefined {
  return kind === "simulated"
    ? undefined
    : (required(address, fieldSentences.required) ?? addressError(address, kind));
}

export function cameraErrors(given: CameraValues): Errors<CameraValues> {
  return {
    name: required(given.name, fieldSentences.required),
    address: cameraAddressError(given),
    every:
      given.kind !== "snapshot" || isBetween(numberIn(given.every), 0.1, 60)
        ? undefined
        : "* Escribe de 0,1 a 60 segundos",
    framesPerSecond: isBetween(numberIn(given.framesPerSecond), 1, 30)
      ? undefined
      : "* Escribe de 1 a 30 imágenes",
    sensitivity:
      !given.looksForMotion || isBetween(numberIn(given.sensitivity), 1, 100)
        ? undefined
        : "* Escribe de 1 a 100",
    hours: given.looksForMotion ? firstHoursError(given.hours) : undefined,
  };
}

/** Where the form says that pictures come from; null while that cannot be tried. */
export function sourceOf(given: CameraValues): CameraSource | null {
  if (cameraAddressError(given) !== undefined) {
    return null;
  }
  const address = given.address.trim();
  switch (given.kind) {
    case "rtsp":
      return { kind: "rtsp", address };
    case "mjpeg":
      return { kind: "mjpeg", address };
    case "snapshot": {
      const everyMs = Math.round(numberIn(given.every) * 1000);
      return isBetween(everyMs, 100, 60_000) ? { kind: "snapshot", address, everyMs } : null;
    }
    default:
      return { kind: "simulated", scene: SCENES.find((scene) => scene === given.scene) ?? "entrance" };
  }
}

/**
 * What the form says of the camera.
 * @param source what {@link sourceOf} gave
 */
export function cameraFieldsOf(given: CameraValues, source: CameraSource): CameraFields {
  return {
    name: given.name.trim(),
    source,
    framesPerSecond: numberIn(given.framesPerSecond),
    width: Number(given.width),
    motion: given.looksForMotion
      ? {
          zones: [...given.zones],
          sensitivity: Math.round(numberIn(given.sensitivity)),
          watchedHours: [...given.hours],
        }
      : null,
  };
}
