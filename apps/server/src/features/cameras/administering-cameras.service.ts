import type {
  CameraChange,
  CameraFields,
  CameraSettings,
  readCameras,
} from "@umbral/contract/cameras/administering-cameras.contract";
import type { CameraSource } from "@umbral/contract/cameras/camera-source";
import type { CameraTrouble } from "@umbral/contract/controllers/controller-orders.contract";
import type { z } from "zod";
import { withoutSecrets, withSecretsOf } from "../../platform/address-secrets.ts";
import type { Actor, Services } from "../../platform/context.ts";
import type { Kept } from "../../platform/kept-address.ts";
import { closeDevice, type DevicePlace, openDevice } from "../../platform/kept-devices.ts";
import { watchersOf } from "../../platform/live.ts";
import { Refused } from "../../platform/refused.ts";
import { writeAuditLine } from "../audit/audit.service.ts";
import { controllerForNew, controllerForTrial } from "../controllers/controller-actions.ts";
import type { ControllerHub } from "../controllers/controller-hub.ts";
import { type Changing, Devices } from "../controllers/device-changes.ts";
import {
  type CameraRow,
  findCameraSettings,
  findSource,
  insertCamera,
  isCameraUsed,
  type LockedCamera,
  lockCamera,
  removeCamera,
  updateCamera,
} from "./administering-cameras.queries.ts";
import type { VideoRelay } from "./video-relay.ts";

/** The cameras of a building in its order, without their passwords. */
export async function settingsOfCameras(services: Services, buildingId: string): Promise<CameraSettings[]> {
  const rows = await findCameraSettings(services.db, { buildingId });
  return rows.map((row) => asSettings(services, row));
}

/** The same, with how each one's video went when somebody last looked. */
export async function readCamerasOf(
  services: Services,
  video: Pick<VideoRelay, "stateOf">,
  buildingId: string,
): Promise<z.input<typeof readCameras.reply>> {
  const cameras = await settingsOfCameras(services, buildingId);
  return { cameras: cameras.map((camera) => ({ ...camera, video: video.stateOf(camera.id) })) };
}

/** A camera is removed once no door has it (CAMERA_IN_USE). */
export const cameras = new Devices<LockedCamera, CameraSettings, CameraFields, CameraChange>({
  room: "cameras",
  unknown: "CAMERA_NOT_FOUND",
  lock: lockCamera,
  async read(services, db, id) {
    const [row] = await findCameraSettings(db, { id });
    return row && asSettings(services, row);
  },
  async insert({ secrets }, trx, device, fields) {
    const source = closeDevice(secrets, placeOf(device.id), withSecretsOf(fields.source, null));
    const controllerId = await controllerForNew(trx, { ...device, controllerId: fields.controllerId });
    await insertCamera(trx, { ...fields, ...device, source, controllerId });
  },
  async update(services, trx, { id, source: kept }, { source, ...plain }) {
    const given = source && withSecretsOf(source, openSource(services, id, kept));
    await updateCamera(trx, id, {
      ...plain,
      ...(given === undefined ? {} : { source: closeDevice(services.secrets, placeOf(id), given) }),
    });
  },
  async remove(trx, id) {
    if (await isCameraUsed(trx, id)) {
      throw new Refused("CAMERA_IN_USE");
    }
    await removeCamera(trx, id);
  },
});

/** @throws {Refused} CAMERA_IN_USE while a door has it */
export async function dropCamera(by: Changing, id: string): Promise<{ ok: true }> {
  const dropped = await cameras.drop(by, id);
  by.services.live.clear(watchersOf(id));
  return dropped;
}

const troubleSentences: Record<CameraTrouble, string> = {
  unreachable: "El controlador no encuentra la cámara. Revisa la dirección y que esté encendida y en la red.",
  "refused-password": "La cámara rechazó el usuario o la contraseña.",
  "not-there": "La cámara respondió, pero no hay video en esa dirección. Revisa la ruta.",
  "no-pictures": "La dirección respondió, pero no con imágenes de una cámara.",
  "too-slow": "La cámara no envió ninguna imagen en 8 segundos.",
  elsewhere:
    "La cámara envía a otra dirección. Escribe esa dirección aquí: la contraseña no se envía a otra parte.",
  "bad-certificate":
    "El certificado de la cámara no es de confianza o no es de esa dirección. Usa http:// si la red es solo del edificio.",
  "no-program": "Al controlador le falta el programa ffmpeg, que lee las cámaras RTSP.",
};

/**
 * One picture from an address, taken now by the building's controller.
 * @throws {Refused} CONTROLLER_AWAY when it is not connected or does not answer, PASSWORD_AGAIN for a kept password
 * that would go to another machine
 */
export async function tryCamera(
  services: Services,
  hub: ControllerHub,
  actor: Actor,
  trial: {
    buildingId: string;
    source: CameraSource;
    cameraId: string | undefined;
    controllerId: string | undefined;
  },
): Promise<{ picture: string | null; reason: string | null; milliseconds: number }> {
  const { db, clock } = services;
  const { buildingId, cameraId } = trial;
  const row = cameraId === undefined ? null : await findSource(db, buildingId, cameraId);
  const kept = row && cameraId ? openSource(services, cameraId, row) : null;
  const source = withSecretsOf(trial.source, kept);
  const began = clock.steadyMs();
  const controllerId = await controllerForTrial(services, { ...trial, deviceId: cameraId });
  const answer = controllerId === undefined ? "offline" : await hub.tryCamera(controllerId, source);
  const milliseconds = Math.round(clock.steadyMs() - began);
  const outcome = typeof answer === "string" ? answer : answer.outcome;
  await db.transaction().execute((trx) =>
    writeAuditLine(trx, {
      buildingId,
      actorId: actor.id,
      action: "cameras.tested",
      subjectId: kept === null ? null : (cameraId ?? null),
      detail: { kind: trial.source.kind, outcome },
      at: clock.now(),
    }),
  );
  if (typeof answer === "string") {
    throw new Refused("CONTROLLER_AWAY");
  }
  return answer.outcome === "picture"
    ? { picture: Buffer.from(answer.jpeg).toString("base64"), reason: null, milliseconds }
    : { picture: null, reason: troubleSentences[answer.trouble], milliseconds };
}

const placeOf = (id: string): DevicePlace => ({ column: "cameras.source", id });
const openSource = (services: Services, id: string, kept: Kept<CameraSource>): CameraSource =>
  openDevice<CameraSource>(services, placeOf(id), kept);

const asSettings = (services: Services, row: CameraRow): CameraSettings => ({
  id: row.id,
  name: row.name,
  source: withoutSecrets(openSource(services, row.id, row.source)),
  framesPerSecond: row.framesPerSecond,
  width: row.width,
  motion: row.motion,
  doors: row.doors ?? [],
  controllerId: row.controllerId,
});
