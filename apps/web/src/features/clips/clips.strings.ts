import type { Clip } from "@umbral/contract/clips/clips.contract";

export const clipSentences = {
  see: "Ver clip",
  gone: "El controlador ya no tiene el clip y nadie alcanzó a traerlo.",
  fetching: "Trayendo el clip del controlador…",
  failed: "No pudimos traer el clip.",
  tooLarge: "Este clip es demasiado grande: sigue en el controlador.",
  notPlayed: "Este navegador no reproduce este video.",
  otherCodec: "Este navegador no reproduce video H.265.",
  otherCodecHint: "Ábrelo en Safari o en Edge, o descárgalo como evidencia y míralo en otro programa.",
  notPlayedHint: "Descárgalo como evidencia y míralo en otro programa.",
  askForIt: "Ábrelo en Safari o en Edge, o pide la evidencia a la administración.",
  short: "Es más corto de lo normal: la cámara o el controlador se detuvo en la mitad.",
  evidence: "Descargar evidencia",
  evidenceHint:
    "Un archivo ZIP con el video sin cambios, un acta y cómo comprobarlo. La descarga queda en la auditoría.",
} as const;

/** '3,2 MB', as a person reads an amount. */
const megabytes = new Intl.NumberFormat("es-CO", { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** 'Van 3,2 de 8,4 MB' */
export const progressWords = ({ received, bytes }: { received: number; bytes: number }): string =>
  `Van ${megabytes.format(received / 1e6)} de ${megabytes.format(bytes / 1e6)} MB`;

/** How long it is, in seconds. */
export const lengthOfClip = ({ startedAt, endedAt }: Pick<Clip, "startedAt" | "endedAt">): number =>
  Math.max(0.1, (Date.parse(endedAt) - Date.parse(startedAt)) / 1000);

/** Can this browser decode H.265? Of H.264, which all do, nothing is asked. */
export const decodes = (codec: Clip["codec"]): boolean =>
  codec === "h264" ||
  document.createElement("video").canPlayType('video/mp4; codecs="hvc1.1.6.L120.90"') !== "";
