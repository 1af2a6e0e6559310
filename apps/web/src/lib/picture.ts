import { drawScaled, jpeg } from "./picture-scale.ts";

/** Bytes of a chosen file at most: a camera's largest JPEG, and far from what fills a phone's memory. */
export const CHOSEN_BYTES = 40 * 1024 * 1024;

export const pictureSentences = {
  unreadable: "La imagen no se pudo leer. Intenta con otra foto.",
  notPicture: "Este archivo no es una imagen. Elige una foto.",
  heic: "Tu navegador no puede leer fotos HEIC. Elige una en JPG o tómala aquí mismo.",
  tooLarge: "La imagen pesa demasiado: el máximo es 40 MB. Elige otra foto.",
} as const;

/** The chosen file cannot be sent as a picture; the message is the person's sentence. */
export class PictureRefused extends Error {
  constructor(why: keyof typeof pictureSentences) {
    super(pictureSentences[why]);
    this.name = "PictureRefused";
  }
}

/** Decodes, turns upright, shrinks and encodes; null when it cannot be decoded. */
export type Shrink = (file: Blob) => Promise<Blob | null>;

/**
 * A chosen picture as it is sent: upright JPEG, at most 1600 px, without what the camera wrote about
 * place and time. Throws {@link PictureRefused} with the sentence for the person.
 */
export async function preparePicture(file: File, shrink: Shrink = shrinkHere): Promise<File> {
  if (file.size > CHOSEN_BYTES) {
    throw new PictureRefused("tooLarge");
  }
  const isHeic = await looksLikeHeic(file);
  // Browsers that do not know HEIC give it no type at all.
  if (!isHeic && !file.type.startsWith("image/")) {
    throw new PictureRefused("notPicture");
  }
  const picture = await shrink(file);
  if (picture === null) {
    throw new PictureRefused(isHeic ? "heic" : "unreadable");
  }
  return new File([picture], "foto.jpg", { type: jpeg.type });
}

/** The brands of a HEIC file, which stand after `ftyp` at its beginning (ISO/IEC 23008-12). */
const heicBrands = new Set(["heic", "heix", "hevc", "hevx", "heim", "heis", "mif1", "msf1"]);

async function looksLikeHeic(file: Blob): Promise<boolean> {
  const head = String.fromCharCode(...new Uint8Array(await file.slice(4, 12).arrayBuffer()));
  return head.startsWith("ftyp") && heicBrands.has(head.slice(4));
}

async function shrinkHere(file: Blob): Promise<Blob | null> {
  const hasWorker = typeof Worker !== "undefined" && typeof OffscreenCanvas !== "undefined";
  // A browser may know a format on the page and not in a worker.
  return (hasWorker ? await shrinkInWorker(file) : null) ?? (await shrinkOnPage(file));
}

function shrinkInWorker(file: Blob): Promise<Blob | null> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL("./picture-worker.ts", import.meta.url), { type: "module" });
    const end = (picture: Blob | null) => {
      worker.terminate();
      resolve(picture);
    };
    worker.onmessage = ({ data }: MessageEvent<Blob | null>) => end(data);
    worker.onerror = () => end(null);
    worker.postMessage(file);
  });
}

async function shrinkOnPage(file: Blob): Promise<Blob | null> {
  const address = URL.createObjectURL(file);
  try {
    const picture = new Image();
    picture.src = address;
    await picture.decode();
    const canvas = document.createElement("canvas");
    drawScaled(canvas, picture, { width: picture.naturalWidth, height: picture.naturalHeight });
    return await new Promise((resolve) => canvas.toBlob(resolve, jpeg.type, jpeg.quality));
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(address);
  }
}
