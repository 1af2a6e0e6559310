import { drawScaled, jpeg } from "../lib/picture-scale.ts";

/** The frame that is showing, as a JPEG file. */
export async function still(video: HTMLVideoElement): Promise<File> {
  const canvas = document.createElement("canvas");
  drawScaled(canvas, video, { width: video.videoWidth, height: video.videoHeight });
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, jpeg.type, jpeg.quality));
  if (blob === null) {
    throw new Error("The frame could not be encoded");
  }
  return new File([blob], "foto.jpg", { type: jpeg.type });
}
