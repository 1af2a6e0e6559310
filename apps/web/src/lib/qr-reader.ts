import { type QrReader, qrReaderInWorker } from "./qr-in-worker.ts";

export type { QrReader };

/** The part of the browser's own reader that is used (Shape Detection API), where a browser has one. */
interface BarcodeDetecting {
  detect(picture: HTMLVideoElement | ImageBitmap): Promise<readonly { rawValue: string }[]>;
}
interface BarcodeDetectorClass {
  new (options: { formats: readonly string[] }): BarcodeDetecting;
  getSupportedFormats(): Promise<readonly string[]>;
}

declare global {
  var BarcodeDetector: BarcodeDetectorClass | undefined;
}

/** The reader that this browser has; ours where it has none, or none for QR. */
export async function qrReader(): Promise<QrReader> {
  const Detector = globalThis.BarcodeDetector;
  if (Detector === undefined || !(await Detector.getSupportedFormats()).includes("qr_code")) {
    return qrReaderInWorker();
  }
  const detector = new Detector({ formats: ["qr_code"] });
  return {
    async read(picture) {
      const [first] = await detector.detect(picture);
      return first?.rawValue ?? null;
    },
    close: () => undefined,
  };
}
