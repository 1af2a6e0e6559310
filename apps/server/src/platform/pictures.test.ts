import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { fileOf, picture } from "../../testing/test-forms.ts";
import { withOrigin } from "./origin.ts";
import { readPicture } from "./pictures.ts";
import { Refused } from "./refused.ts";

const refusal = { code: "PICTURE_NOT_VALID", statusCode: 422, errors: [{ property: "photo" }] };

describe("a picture that somebody sent", () => {
  it("is kept as a JPEG of at most 1600 px", async () => {
    for (const format of ["jpeg", "png", "webp", "avif"] as const) {
      const kept = await readPicture(await picture({ width: 2400, height: 1200, format }), "photo");
      expect(await sharp(kept.bytes).metadata()).toMatchObject({ format: "jpeg", width: 1600, height: 800 });
      expect(kept.mediaType).toBe("image/jpeg");
    }
    const small = await readPicture(await picture({ width: 30, height: 20 }), "photo");
    expect(await sharp(small.bytes).metadata()).toMatchObject({ width: 30, height: 20 });
  });

  it("is turned upright and forgets where and with what it was taken", async () => {
    const taken = await sharp({ create: { width: 80, height: 40, channels: 3, background: "#345" } })
      .jpeg()
      .withExif({
        IFD0: { Make: "UnTelefono", Orientation: "6" },
        IFD3: { GPSLatitudeRef: "N", GPSLatitude: "4/1 35/1 0/1" },
      })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect((await sharp(taken).metadata()).orientation).toBe(6);
    const kept = await readPicture(fileOf(taken), "photo");
    const facts = await sharp(kept.bytes).metadata();
    expect([facts.width, facts.height, facts.orientation, facts.exif, facts.xmp]).toEqual([
      40,
      80,
      undefined,
      undefined,
      undefined,
    ]);
    expect(kept.bytes.includes("UnTelefono")).toBe(false);
  });

  it("is refused when it is no picture, whatever it calls itself", async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
    const jpeg = Buffer.from(await (await picture({ width: 900, height: 900 })).arrayBuffer());
    const gif = await sharp({ create: { width: 9, height: 9, channels: 3, background: "#345" } })
      .gif()
      .toBuffer();
    for (const sent of [
      fileOf("esto no es una foto"),
      fileOf(svg),
      fileOf(`\ufeff<?xml version="1.0"?>${svg}`),
      fileOf("%PDF-1.7"),
      fileOf(gif),
      fileOf(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from(svg)])),
      fileOf(jpeg.subarray(0, jpeg.length / 2)),
      fileOf(""),
    ]) {
      await expect(readPicture(sent, "photo")).rejects.toMatchObject(refusal);
    }
  });

  it("is refused when it is made to fill the memory", async () => {
    const bomb = await picture({ width: 10_000, height: 10_000, format: "png" });
    expect(bomb.size).toBeLessThan(2_000_000);
    await expect(readPicture(bomb, "photo")).rejects.toMatchObject(refusal);
  });
});

describe("pictures of many people", () => {
  it("wait for others of the same person, not for those of somebody else", async () => {
    const large = await picture({ width: 3000, height: 2000 });
    const done: string[] = [];
    const read = (asker: string, sent: File) =>
      withOrigin({ address: "192.0.2.1", userAgent: "" }, () => readPicture(sent, "photo"), asker).then(
        () => void done.push(asker),
      );
    const flood = Array.from({ length: 12 }, () => read("flood", large));
    const rosa = read("rosa", await picture());
    await rosa;
    expect(done.filter((asker) => asker === "flood").length).toBeLessThan(3);
    await Promise.all(flood);
  });

  it("are refused when too many of one person wait, and the others' are not", async () => {
    const sent = await picture({ width: 1200, height: 900 });
    const read = (asker: string) =>
      withOrigin({ address: "192.0.2.1", userAgent: "" }, () => readPicture(sent, "photo"), asker).then(
        () => "kept",
        (error: unknown) => (error instanceof Refused ? error.code : error),
      );
    const flood = Array.from({ length: 30 }, () => read("flood"));
    const others = await Promise.all([read("rosa"), read("pedro")]);
    expect(others).toEqual(["kept", "kept"]);
    const ends = await Promise.all(flood);
    expect(ends.filter((end) => end === "TOO_OFTEN")).toHaveLength(17);
    expect(ends.filter((end) => end === "kept")).toHaveLength(13);
  });
});
