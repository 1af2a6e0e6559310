import { encode } from "uqr";
import { expect, it } from "vitest";
import { qrReaderInWorker } from "./qr-in-worker.ts";

/** A picture of a QR as a camera sees it: large, on white, with what is beside it. */
async function pictureOf(text: string | null): Promise<ImageBitmap> {
  const canvas = new OffscreenCanvas(640, 480);
  const pen = canvas.getContext("2d");
  if (pen === null) {
    throw new Error("nothing can be drawn here");
  }
  pen.fillStyle = "white";
  pen.fillRect(0, 0, 640, 480);
  pen.fillStyle = "black";
  const { data, size } = encode(text ?? "", { border: 2 });
  const side = 300 / size;
  for (const [y, row] of text === null ? [] : data.entries()) {
    for (const [x, isDark] of row.entries()) {
      if (isDark) {
        pen.fillRect(170 + x * side, 90 + y * side, side + 0.5, side + 0.5);
      }
    }
  }
  return createImageBitmap(canvas);
}

it("a browser without a reader of its own reads a pass's QR, and nothing where there is none", async () => {
  const reader = qrReaderInWorker();
  const read = [await pictureOf(null), await pictureOf("482915"), await pictureOf("48291507")].map(
    (picture) => reader.read(picture),
  );
  expect(await Promise.all(read)).toEqual([null, "482915", "48291507"]);
  reader.close();
});
