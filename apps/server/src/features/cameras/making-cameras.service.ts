import type { CameraSource } from "@umbral/contract/cameras/camera-source";
import type {
  CameraChange,
  CameraFields,
  CameraSettings,
} from "@umbral/contract/cameras/making-cameras.contract";
import type { CameraTrouble } from "@umbral/contract/controllers/controllers.contract";
import { withoutSecrets, withSecretsOf } from "../../platform/address-secrets.ts";
import type { Actor, Services } from "../../platform/context.ts";
import type { Db, Trx } from "../../platform/database.ts";
import type { Kept } from "../../platform/kept-address.ts";
import { closeDevice, type DevicePlace, openDevice } from "../../platform/kept-devices.ts";
import { watchersOf } from "../../platform/live.ts";
import { Refused } from "../../platform/refused.ts";
import { changeOf, writeAuditLine } from "../audit/audit.service.ts";
import type { AuditLine } from "../audit/audit-line.ts";
import type { ControllerHub } from "../controllers/controller-hub.ts";
import { tellController } from "../controllers/controller-news.ts";
import { tellOfBuilding } from "../spaces/index.ts";
import {
  type CameraRow,
  findCameraSettings,
  findSource,
  insertCamera,
  isCameraUsed,
  lockCamera,
  removeCamera,
  updateCamera,
} from "./making-cameras.queries.ts";

export async function readCamerasOf(
  services: Services,
  buildingId: string,
): Promise<{ cameras: CameraSettings[] }> {
  const rows = await findCameraSettings(services.db, { buildingId });
  return { cameras: rows.map((row) => asSettings(services, row)) };
}

/** Makes a camera and tells the controller of it. */
export async function makeCamera(
  services: Services,
  hub: ControllerHub,
  actor: Actor,
  buildingId: string,
  fields: CameraFields,
): Promise<{ camera: CameraSettings }> {
  const { db, newId, secrets } = services;
  const id = newId();
  const source = closeDevice(secrets, placeOf(id), withSecretsOf(fields.source, null));
  await db.transaction().execute(async (trx) => {
    await insertCamera(trx, { ...fields, id, buildingId, source });
    await writeDown(services, trx, actor, {
      action: "cameras.created",
      id,
      buildingId,
      detail: {},
      change: changeOf(null, {}, await readOne(services, trx, id)),
    });
  });
  await Promise.all([tellController(services, hub, buildingId), tellOfBuilding(services, buildingId)]);
  return { camera: await readOne(services, db, id) };
}

/**
 * Changes what is named, and tells the controller.
 * @throws {Refused} PASSWORD_AGAIN for a kept password that would go to another machine
 */
export async function changeCameraOf(
  services: Services,
  hub: ControllerHub,
  actor: Actor,
  id: string,
  change: CameraChange,
): Promise<{ camera: CameraSettings }> {
  const { db } = services;
  const fields = Object.keys(change);
  const buildingId = await db.transaction().execute(async (trx) => {
    const camera = await lockKnown(trx, id);
    const before = await readOne(services, trx, id);
    const { source, ...plain } = change;
    const given = source && withSecretsOf(source, openSource(services, id, camera.source));
    await updateCamera(trx, id, {
      ...plain,
      ...(given === undefined ? {} : { source: closeDevice(services.secrets, placeOf(id), given) }),
    });
    if (fields.length > 0) {
      await writeDown(services, trx, actor, {
        action: "cameras.changed",
        id,
        buildingId: camera.buildingId,
        detail: { fields: fields.join(" ") },
        change: changeOf(null, before, await readOne(services, trx, id)),
      });
    }
    return camera.buildingId;
  });
  await Promise.all([tellController(services, hub, buildingId), tellOfBuilding(services, buildingId)]);
  return { camera: await readOne(services, db, id) };
}

/** @throws {Refused} CAMERA_IN_USE while a door has it */
export async function dropCamera(
  services: Services,
  hub: ControllerHub,
  actor: Actor,
  id: string,
): Promise<{ ok: true }> {
  const buildingId = await services.db.transaction().execute(async (trx) => {
    const camera = await lockKnown(trx, id);
    if (await isCameraUsed(trx, id)) {
      throw new Refused("CAMERA_IN_USE");
    }
    const before = await readOne(services, trx, id);
    await removeCamera(trx, id);
    await writeDown(services, trx, actor, {
      action: "cameras.deleted",
      id,
      buildingId: camera.buildingId,
      detail: {},
      change: changeOf(null, before, {}),
    });
    return camera.buildingId;
  });
  services.live.clear(watchersOf(id));
  await Promise.all([tellController(services, hub, buildingId), tellOfBuilding(services, buildingId)]);
  return { ok: true };
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
  trial: { buildingId: string; source: CameraSource; cameraId: string | undefined },
): Promise<{ picture: string | null; reason: string | null; milliseconds: number }> {
  const { db, clock } = services;
  const { buildingId, cameraId } = trial;
  const row = cameraId === undefined ? null : await findSource(db, buildingId, cameraId);
  const kept = row && cameraId ? openSource(services, cameraId, row) : null;
  const source = withSecretsOf(trial.source, kept);
  const began = clock.steadyMs();
  const answer = await hub.tryCamera(buildingId, source);
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

async function lockKnown(trx: Trx, id: string) {
  const camera = await lockCamera(trx, id);
  if (!camera) {
    throw new Refused("CAMERA_NOT_FOUND");
  }
  return camera;
}

async function readOne(services: Services, db: Db, id: string): Promise<CameraSettings> {
  const [row] = await findCameraSettings(db, { id });
  if (!row) {
    throw new Refused("CAMERA_NOT_FOUND");
  }
  return asSettings(services, row);
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
});

function writeDown(
  { clock }: Services,
  trx: Trx,
  actor: Actor,
  deed: Pick<AuditLine, "action" | "detail" | "change"> & { id: string; buildingId: string },
): Promise<void> {
  const { id, buildingId, ...told } = deed;
  return writeAuditLine(trx, {
    buildingId,
    actorId: actor.id,
    ...told,
    subjectId: id,
    at: clock.now(),
  });
}
