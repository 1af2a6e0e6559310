import { BarcodeDetector, prepareZXingModule } from "barcode-detector/ponyfill";
import wasmAddress from "zxing-wasm/reader/zxing_reader.wasm?url";

/*
 * Reads QR codes for browsers that cannot themselves. It stands in a worker because what it is made of, WebAssembly, is
 * allowed to this one script alone: the server answers it with a content policy of its own.
 */

// From us, and not from the address that the package knows.
prepareZXingModule({ overrides: { locateFile: () => wasmAddress } });
const detector = new BarcodeDetector({ formats: ["qr_code"] });

addEventListener("message", ({ data }: MessageEvent<ImageBitmap>) => {
  void detector
    .detect(data)
    .then(
      ([first]) => postMessage({ said: first?.rawValue ?? null }),
      (error: unknown) => postMessage({ said: null, trouble: String(error) }),
    )
    .finally(() => data.close());
});
