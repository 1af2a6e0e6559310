import { createFramePump, type FramePump } from "./frame-pump.ts";

/** A pump onto a canvas, which takes the size of the pictures. */
export function createCanvasPump(canvas: () => HTMLCanvasElement | null): FramePump {
  return createFramePump<ImageBitmap>({
    decode: (jpeg) => createImageBitmap(new Blob([jpeg], { type: "image/jpeg" })),
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
