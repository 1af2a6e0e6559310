import { createHash } from "node:crypto";
import { finished, type Readable } from "node:stream";
import { clipCauseOf } from "@umbral/contract/clips/clip-words";
import { dateWords } from "@umbral/contract/lib/date-words";
import { ArchiveUnderway } from "../../platform/archive-underway.ts";
import type { Actor, Services } from "../../platform/context.ts";
import { Refused } from "../../platform/refused.ts";
import { lockPerson } from "../accounts/index.ts";
import { drillsAmong } from "../alarms/drills.ts";
import { writeAction } from "../audit/audit.service.ts";
import { readClipBytes } from "./clip-bytes.ts";
import type { ClipRow } from "./clips.queries.ts";
import { clipFor, detailOf, refuseNotHere } from "./clips.service.ts";

/** Each reads a whole clip twice. */
const AT_ONCE = 2;
let underway = 0;

/** Who takes a clip away, and when. */
interface Taking {
  takenBy: { id: string; name: string };
  /** What it is of was a drill. */
  isDrill: boolean;
  at: Date;
}

/**
 * A clip as evidence: the video as its camera coded it, what it is and who took it. The archive is made twice, alike byte by
 * byte: once for its digest, which stands in the audit before the first byte leaves, and once for whoever takes it.
 * @throws {Refused} NOT_FOUND, EXPORTS_BUSY
 */
export async function takeEvidenceFor(
  services: Services,
  actor: Actor,
  asked: { buildingId: string; clipId: string },
): Promise<Readable> {
  const clip = await clipFor(services, actor, asked);
  refuseNotHere(clip);
  if (underway >= AT_ONCE) {
    throw new Refused("EXPORTS_BUSY");
  }
  underway += 1;
  try {
    const taking = {
      takenBy: await personOf(services, actor),
      isDrill: clip.cause === "alarm" && (await drillsAmong(services, [clip.causeId])).has(clip.causeId),
      at: services.clock.now(),
    };
    const digest = createHash("sha256");
    for await (const bytes of archiveOf(services, clip, taking)) {
      digest.update(bytes);
    }
    const archiveDigest = digest.digest("hex");
    await services.db.transaction().execute((trx) =>
      writeAction(services, trx, actor, {
        buildingId: clip.buildingId,
        action: "clips.evidence-taken",
        subjectId: clip.id,
        detail: {
          ...detailOf(clip),
          video: clip.sha256.toString("hex"),
          archive: archiveDigest,
        },
        change: undefined,
      }),
    );
    const archive = archiveOf(services, clip, taking);
    finished(archive, () => {
      underway -= 1;
    });
    return archive;
  } catch (error) {
    underway -= 1;
    throw error;
  }
}

const personOf = (services: Services, { id }: Actor) =>
  services.db.transaction().execute(async (trx) => {
    const person = await lockPerson(trx, id, "with administrators");
    if (!person) {
      throw new Refused("USER_NOT_FOUND");
    }
    return { id, name: person.name };
  });

function archiveOf(services: Services, clip: ClipRow, taking: Taking): Readable {
  const zip = new ArchiveUnderway(taking.at);
  const name = `clip-${clip.id}.mp4`;
  const written = (async () => {
    // Coded already: nothing is gained by packing it.
    await zip.add(name, proven(services, clip), false);
    await zip.add("acta.json", [JSON.stringify(actaOf(clip, taking, name), null, 2)]);
    await zip.add("LEEME.txt", [readMe(clip, taking, name)]);
  })();
  written.then(
    () => zip.end(),
    (error: unknown) => zip.fail(error),
  );
  return zip.output;
}

/** The bytes of the video, which are what was told of them, or the archive breaks. */
async function* proven(services: Services, clip: ClipRow): AsyncGenerator<Buffer> {
  const digest = createHash("sha256");
  for await (const bytes of readClipBytes(services, clip.id, { first: 0, last: clip.bytes - 1 })) {
    digest.update(bytes);
    yield bytes;
  }
  if (!digest.digest().equals(clip.sha256)) {
    throw new Error("a clip is not what it was when it was fetched");
  }
}

/** A moment as a court reads it: by the world's clock, and by the building's. */
const moment = (at: Date, timeZone: string) => ({ utc: at.toISOString(), local: dateWords(at, timeZone) });

const actaOf = (clip: ClipRow, { takenBy, isDrill, at }: Taking, name: string) => ({
  edificio: { id: clip.buildingId, nombre: clip.buildingName, zonaHoraria: clip.timeZone },
  camara: { id: clip.cameraId, nombre: clip.cameraName },
  evento: { id: clip.causeId, clase: clipCauseOf({ ...clip, isDrill }) },
  video: {
    id: clip.id,
    archivo: name,
    comienza: moment(clip.startedAt, clip.timeZone),
    termina: moment(clip.endedAt, clip.timeZone),
    horaQueDijoElControlador: clip.toldAt?.toISOString() ?? null,
    completo: clip.isWhole,
    codificacion: clip.codec,
    bytes: clip.bytes,
    sha256: clip.sha256.toString("hex"),
  },
  descarga: { persona: takenBy, ...moment(at, clip.timeZone) },
});

function readMe(clip: ClipRow, { takenBy, isDrill, at }: Taking, name: string): string {
  return [
    `Clip de video de ${clip.buildingName}, cámara ${clip.cameraName}.`,
    "",
    `Evento: ${clipCauseOf({ ...clip, isDrill })}.`,
    `Comienza: ${dateWords(clip.startedAt, clip.timeZone)} (${clip.startedAt.toISOString()}, hora UTC).`,
    `Termina: ${dateWords(clip.endedAt, clip.timeZone)} (${clip.endedAt.toISOString()}, hora UTC).`,
    ...(clip.toldAt === null
      ? []
      : ["El reloj del controlador no era confiable: las horas son las del servidor. Mira «acta.json»."]),
    ...(clip.isWhole ? [] : ["Es más corto de lo normal: la cámara o el controlador se detuvo en la mitad."]),
    `Descargado por ${takenBy.name} el ${dateWords(at, clip.timeZone)} (${at.toISOString()}, hora UTC).`,
    "",
    `«${name}» es el video como lo entregó la cámara, sin cambios. «acta.json» dice lo mismo para un programa.`,
    "",
    "Cómo comprobarlo:",
    `1. Calcula el SHA-256 de «${name}» (sha256sum en Linux, shasum -a 256 en macOS, Get-FileHash en Windows).`,
    `   Debe ser ${clip.sha256.toString("hex")}.`,
    "2. Calcula el SHA-256 de este archivo ZIP como lo recibiste. Debe ser el que quedó en la auditoría del edificio,",
    "   en la línea «Descargó un clip como evidencia» de ese momento. La cadena de la auditoría prueba que esa línea",
    "   no se cambió después.",
    "",
  ].join("\r\n");
}
