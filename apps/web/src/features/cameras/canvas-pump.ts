import { createFramePump, type FramePump } from "./frame-pump.ts";
import { createPictureDecoder, type DecodingWorker } from "./picture-decoder.ts";

/** One for all cameras of the page. */
const decode = createPictureDecoder<ImageBitmap>({
  start: startWorker,
  here: (jpeg) => createImageBitmap(new Blob([jpeg], { type: "image/jpeg" })),
});

/** A pump onto a canvas, which takes the size of the pictures. */
export function createCanvasPump(canvas: () => HTMLCanvasElement | null): FramePump {
  return createFramePump<ImageBitmap>({
    decode,
    draw: (picture) => {
      const element = canvas();
      if (element === null) {
        return;
      }
      if (element.width !== picture.width || element.height !== picture.height) {
        element.width = picture.width;
        element.height = picture.height;
      }
      element.getContext("2d", { alpha: false })?.drawImage(picture, 0, 0);
    },
    release: (picture) => picture.close(),
  });
}

function startWorker(): DecodingWorker<ImageBitmap> {
  const worker = new Worker(new URL("./decode-worker.ts", import.meta.url), { type: "module" });
  const hear = (listener: (said: "ready" | { turn: number; picture: ImageBitmap | null }) => void) =>
    worker.addEventListener("message", ({ data }) => listener(data));
  return {
    ask: (turn, jpeg) => worker.postMessage({ turn, jpeg }),
    onReady: (listener) => hear((said) => said === "ready" && listener()),
    onDecoded: (listener) => hear((said) => said !== "ready" && listener(said.turn, said.picture)),
    onBroken: (listener) => worker.addEventListener("error", listener),
  };
}
