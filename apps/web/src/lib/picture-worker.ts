import { drawScaled, jpeg } from "./picture-scale.ts";

/** Makes one picture small, away from the page, which goes on answering the finger. */
addEventListener("message", ({ data }: MessageEvent<Blob>) => {
  void shrink(data).then(
    (picture) => postMessage(picture),
    () => postMessage(null),
  );
});

async function shrink(file: Blob): Promise<Blob> {
  // Turned upright by what the camera wrote into it.
  const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
  const canvas = new OffscreenCanvas(1, 1);
  drawScaled(canvas, bitmap, bitmap);
  bitmap.close();
  return canvas.convertToBlob(jpeg);
}
