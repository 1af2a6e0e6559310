/** The server keeps pictures at this size at most; more would only be slower to send (decisions §3). */
const LONGEST_SIDE_PX = 1600;
const JPEG_QUALITY = 0.88;

/** What a canvas of the page and one of a worker have in common. */
interface Surface {
  width: number;
  height: number;
  getContext(kind: "2d"): CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null;
}

export const jpeg = { type: "image/jpeg", quality: JPEG_QUALITY } as const;

/** The size at which a picture is sent. It is never made larger. */
export function scaled(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, LONGEST_SIDE_PX / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Draws a picture on a canvas of the size at which it is sent. */
export function drawScaled(
  canvas: Surface,
  picture: CanvasImageSource,
  size: { width: number; height: number },
): void {
  const { width, height } = scaled(size.width, size.height);
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  if (context === null) {
    throw new Error("There is no canvas to draw on");
  }
  // JPEG has no transparency: what is see-through would become black.
  context.fillStyle = "#fff";
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, width, height);
}
