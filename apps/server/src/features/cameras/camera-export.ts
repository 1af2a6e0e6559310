import type { CameraSettings } from "@umbral/contract/cameras/administering-cameras.contract";
import type { Actor, Services } from "../../platform/context.ts";
import { type CsvColumn, type CsvFile, chosenOf, csvParts, inBatches } from "../../platform/csv.ts";
import { writeReading } from "../audit/audit.service.ts";
import { settingsOfCameras } from "./administering-cameras.service.ts";

const kindNames: Readonly<Record<CameraSettings["source"]["kind"], string>> = {
  rtsp: "RTSP",
  mjpeg: "MJPEG",
  snapshot: "Foto por HTTP",
  simulated: "Simulada",
};

const columns: readonly CsvColumn<CameraSettings>[] = [
  { header: "Cámara", value: ({ name }) => name },
  { header: "Tipo", value: ({ source }) => kindNames[source.kind] },
  { header: "Imágenes por segundo", value: ({ framesPerSecond }) => framesPerSecond },
  { header: "Ancho en píxeles", value: ({ width }) => width },
  { header: "Avisa de movimiento", value: ({ motion }) => (motion === null ? "No" : "Sí") },
  { header: "Puertas", value: ({ doors }) => doors.map(({ name }) => name).join(", ") },
];

/** The cameras of a building, or those that somebody chose. Where their pictures come from stays out: a file is passed on. */
export async function exportCamerasOf(
  services: Services,
  actor: Actor,
  buildingId: string,
  { ids }: { ids?: readonly string[] | undefined },
): Promise<CsvFile> {
  const cameras = await settingsOfCameras(services, buildingId);
  await writeReading(services, actor, { action: "cameras.exported", detail: {}, buildingId });
  return { name: "camaras", parts: csvParts(columns, inBatches(chosenOf(cameras, ids))) };
}
