import type { CameraStreams, FoundCamera } from "@umbral/contract/cameras/camera-search";
import type { OnvifTrouble, StreamsQuestion } from "@umbral/contract/controllers/controller-orders.contract";
import { type Limit, takeAttempt } from "../../platform/attempts.queries.ts";
import type { Actor, Services } from "../../platform/context.ts";
import { Refused } from "../../platform/refused.ts";
import { writeAuditLine } from "../audit/audit.service.ts";
import { controllerForTrial } from "../controllers/controller-actions.ts";
import type { ControllerHub } from "../controllers/controller-hub.ts";

/** In 15 minutes, of one building: enough to bring a building on line, too few to keep its network busy. */
const SEARCHES_OF_BUILDING = 40;
/** In 15 minutes, of one building: each may try a password, and cameras lock who tries many. */
const QUESTIONS_OF_BUILDING = 120;

const sentences: Record<OnvifTrouble, string> = {
  busy: "El controlador ya está buscando cámaras. Espera unos segundos y busca de nuevo.",
  "no-network":
    "El controlador no está en ninguna red privada donde pueda haber cámaras. Revisa su cable de red.",
  "not-private":
    "Esa dirección no es de la red del edificio: el controlador solo busca en redes privadas (10.…, 172.16–31.…, 192.168.…, 169.254.…).",
  unreachable:
    "El controlador no encuentra nada en esa dirección. Revisa que la cámara esté encendida y en la red.",
  "too-slow":
    "No hubo respuesta completa de esa dirección a tiempo. Revisa que la cámara esté encendida y en la red, e intenta de nuevo.",
  "bad-certificate":
    "El certificado de la cámara no es de confianza o no es de esa dirección. Activa en ella ONVIF por http si la red es solo del edificio.",
  nonsense:
    "Hay un equipo en esa dirección, pero no responde como una cámara ONVIF. Activa ONVIF en la cámara, o crea la cámara con su dirección RTSP.",
  "too-large": "La cámara respondió demasiado y no se siguió leyendo. Crea la cámara con su dirección RTSP.",
  "needs-password": "La cámara pide usuario y contraseña. Algunas tienen un usuario aparte para ONVIF.",
  "refused-password":
    "La cámara rechazó el usuario o la contraseña. Algunas tienen un usuario aparte para ONVIF, y su hora debe estar bien.",
  "no-streams":
    "La cámara respondió, pero no dio ninguna dirección de video. Crea la cámara con su dirección RTSP.",
};
const ofPassword: readonly OnvifTrouble[] = ["needs-password", "refused-password"];

interface Asking {
  services: Services;
  hub: ControllerHub;
  actor: Actor;
  buildingId: string;
  controllerId: string | undefined;
}

/**
 * The cameras that the building's controller finds now.
 * @throws {Refused} CONTROLLER_AWAY when it is not connected or does not answer, TOO_OFTEN
 */
export async function searchCamerasOf(
  asking: Asking,
  host: string | null,
): Promise<{ cameras: FoundCamera[]; reason: string | null }> {
  const most = SEARCHES_OF_BUILDING;
  const answer = await askController(asking, { subject: ["camera-search", asking.buildingId], most }, (id) =>
    asking.hub.searchCameras(id, host),
  );
  const outcome = answer.outcome === "done" ? answer.cameras.length : answer.trouble;
  await note(asking, "cameras.searched", { outcome });
  return answer.outcome === "done"
    ? { cameras: answer.cameras, reason: null }
    : { cameras: [], reason: sentences[answer.trouble] };
}

/**
 * Where a camera's streams are, as it says itself to who knows its password. Nothing of it is kept.
 * @throws {Refused} CONTROLLER_AWAY when it is not connected or does not answer, TOO_OFTEN
 */
export async function readStreamsOf(
  asking: Asking,
  camera: Omit<StreamsQuestion, "withinMs">,
): Promise<{ found: CameraStreams | null; reason: string | null; isPassword: boolean }> {
  const most = QUESTIONS_OF_BUILDING;
  const answer = await askController(asking, { subject: ["camera-streams", asking.buildingId], most }, (id) =>
    asking.hub.cameraStreams(id, camera),
  );
  await note(asking, "cameras.asked", { outcome: answer.outcome === "streams" ? "streams" : answer.trouble });
  if (answer.outcome === "failed") {
    const { trouble } = answer;
    return { found: null, reason: sentences[trouble], isPassword: ofPassword.includes(trouble) };
  }
  const { maker, model, streams, snapshot } = answer;
  return { found: { maker, model, streams, snapshot }, reason: null, isPassword: false };
}

async function askController<Answer>(
  { services, buildingId, controllerId }: Asking,
  limit: Limit,
  ask: (controllerId: string) => Promise<Answer | "offline" | "no-answer">,
): Promise<Answer> {
  const retryAfter = await takeAttempt(services.db, [limit], services.clock.now());
  if (retryAfter > 0) {
    throw new Refused("TOO_OFTEN", { retryAfter });
  }
  const id = await controllerForTrial(services, { buildingId, controllerId, deviceId: undefined });
  const answer = id === undefined ? "offline" : await ask(id);
  if (answer === "offline" || answer === "no-answer") {
    throw new Refused("CONTROLLER_AWAY");
  }
  return answer;
}

/** Kept without addresses and without what was typed. */
async function note(
  { services, actor, buildingId }: Asking,
  action: "cameras.searched" | "cameras.asked",
  detail: { outcome: string | number },
): Promise<void> {
  await services.db.transaction().execute((trx) =>
    writeAuditLine(trx, {
      buildingId,
      actorId: actor.id,
      action,
      subjectId: null,
      detail,
      at: services.clock.now(),
    }),
  );
}
