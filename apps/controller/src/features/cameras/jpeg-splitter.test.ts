import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { realJpeg, withThumbnail } from "../../../testing/jpeg.ts";
import { JpegSplitter } from "./jpeg-splitter.ts";

let pictures: Buffer[];
beforeAll(async () => {
  const plain = await realJpeg(1);
  pictures = [
    plain,
    await realJpeg(2),
    await realJpeg(3, { progressive: true }),
    withThumbnail(await realJpeg(4), plain),
  ];
});

/** Cuts bytes at these places, as a network does. */
function chop(bytes: Buffer, places: readonly number[]): Buffer[] {
  const cuts = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b);
  return [0, ...cuts].map((from, index) => bytes.subarray(from, cuts[index] ?? bytes.length));
}

function split(chunks: readonly Buffer[], largest?: number): Buffer[] {
  const found: Buffer[] = [];
  const splitter = new JpegSplitter((jpeg) => void found.push(Buffer.from(jpeg)), largest);
  for (const chunk of chunks) {
    // In a buffer that is used again, as a reader may.
    const reused = Buffer.from(chunk);
    splitter.push(reused);
    reused.fill(0);
  }
  return found;
}

describe("a stream of JPEGs", () => {
  it("is cut into the same pictures however it was chopped, whatever stands between them", () => {
    const between = fc.stringMatching(/^[\r\n -~]{0,60}$/);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat({ max: 3 }), between), { minLength: 1, maxLength: 6 }),
        fc.array(fc.nat({ max: 60_000 }), { maxLength: 60 }),
        (sequence, places) => {
          const sent = sequence.map(([which]) => pictures[which] ?? Buffer.alloc(0));
          const stream = Buffer.concat(
            sequence.flatMap(([, text], at) => [Buffer.from(text), sent[at] ?? Buffer.alloc(0)]),
          );
          expect(split(chop(stream, places))).toEqual(sent);
        },
      ),
      { numRuns: 150 },
    );
  });

  it("is cut the same way when it comes byte by byte", () => {
    const stream = Buffer.concat(pictures);
    expect(split([...stream].map((byte) => Buffer.of(byte)))).toEqual(pictures);
  });

  it("is found again after a picture that broke off, wherever that was", () => {
    const [first = Buffer.alloc(0), second = Buffer.alloc(0)] = pictures;
    // A segment that broke off swallows what follows up to its length, which is 64 kB at most, and may
    // take some of that for a segment again.
    const others = Array.from({ length: 150 }, () => second);
    for (let length = 1; length < first.length; length += 7) {
      const found = split([first.subarray(0, length), ...others]);
      expect(found.at(-1), `broken off after ${length}`).toEqual(second);
    }
  });

  it("never holds more than the largest picture, and gives nothing up for what is no picture", () => {
    const [first = Buffer.alloc(0)] = pictures;
    const endless = Buffer.concat([first.subarray(0, -2), Buffer.alloc(5_000_000, 1)]);
    expect(split([endless, first])).toEqual([first]);
    expect(split([first], first.length)).toEqual([first]);
    expect(split([first], first.length - 1)).toEqual([]);
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 2000 }), { maxLength: 20 }), (rubbish) => {
        split(rubbish.map((bytes) => Buffer.from(bytes)));
      }),
    );
  });
});
