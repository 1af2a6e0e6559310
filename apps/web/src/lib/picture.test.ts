import { describe, expect, it } from "vitest";
import { CHOSEN_BYTES, pictureSentences, preparePicture, type Shrink } from "./picture.ts";
import { scaled } from "./picture-scale.ts";

const decodes: Shrink = async () => new Blob(["small"], { type: "image/jpeg" });
const cannotDecode: Shrink = async () => null;

const jpeg = new File(["\xff\xd8\xff"], "IMG_1.JPG", { type: "image/jpeg" });
/** A HEIC file begins with its size, `ftyp` and its brand; some browsers give it no type. */
const heic = new File(["\0\0\0\x18ftypheic\0\0\0\0"], "IMG_2.HEIC", { type: "" });

describe("the size at which a picture is sent", () => {
  it.each([
    [4000, 3000, 1600, 1200],
    [3000, 4000, 1200, 1600],
    [1600, 900, 1600, 900],
    [640, 480, 640, 480],
    [20_000, 3, 1600, 1],
  ])("of %d × %d is %d × %d", (width, height, sentWidth, sentHeight) => {
    expect(scaled(width, height)).toEqual({ width: sentWidth, height: sentHeight });
  });
});

describe("a chosen file", () => {
  it("goes on as a JPEG that says nothing of where it came from", async () => {
    const prepared = await preparePicture(jpeg, decodes);
    expect([prepared.name, prepared.type, await prepared.text()]).toEqual([
      "foto.jpg",
      "image/jpeg",
      "small",
    ]);
  });

  it("is taken as HEIC by what is in it, where the browser can decode it", async () => {
    expect((await preparePicture(heic, decodes)).type).toBe("image/jpeg");
  });

  it("says what to do with a HEIC picture where the browser cannot", async () => {
    await expect(preparePicture(heic, cannotDecode)).rejects.toThrow(pictureSentences.heic);
  });

  it("says so when it is no picture, or one that cannot be read", async () => {
    const letter = new File(["%PDF-1.7 carta"], "carta.pdf", { type: "application/pdf" });
    await expect(preparePicture(letter, decodes)).rejects.toThrow(pictureSentences.notPicture);
    await expect(preparePicture(jpeg, cannotDecode)).rejects.toThrow(pictureSentences.unreadable);
  });

  it("is refused before it is decoded when it is too large", async () => {
    const huge = new File([new Uint8Array(CHOSEN_BYTES + 1)], "a.jpg", { type: "image/jpeg" });
    let wasDecoded = false;
    const attempt = preparePicture(huge, async () => {
      wasDecoded = true;
      return null;
    });
    await expect(attempt).rejects.toThrow(pictureSentences.tooLarge);
    expect(wasDecoded).toBe(false);
  });
});
