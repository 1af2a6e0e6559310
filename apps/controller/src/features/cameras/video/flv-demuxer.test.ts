import type { VideoChunk } from "@umbral/contract/cameras/video.contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FlvDemuxer } from "./flv-demuxer.ts";
import { VideoFailure } from "./video-driver.ts";

const HEADER = Buffer.from("464c5601010000000900000000", "hex");

function tag(type: number, milliseconds: number, data: Uint8Array): Buffer {
  const head = Buffer.alloc(11);
  head[0] = type;
  head.writeUIntBE(data.length, 1, 3);
  head.writeUIntBE(milliseconds % 2 ** 24, 4, 3);
  head[7] = Math.floor(milliseconds / 2 ** 24);
  const tail = Buffer.alloc(4);
  tail.writeUInt32BE(data.length + 11);
  return Buffer.concat([head, data, tail]);
}

const unit = (...bytes: number[]): Buffer => Buffer.from([0, 0, 0, bytes.length, ...bytes]);
const avcC = (sps: number[], profile = 66): Buffer =>
  Buffer.from([1, profile, 0xc0, 0x1e, 0xff, 0xe1, 0, sps.length, ...sps, 1, 0, 1, 0x68]);
const SPS = [0x67, 66, 0xc0, 0x1e, 9];
const parameters = (description: Uint8Array): Buffer =>
  tag(9, 0, Buffer.concat([Buffer.from([0x17, 0, 0, 0, 0]), description]));
function picture(isKey: boolean, milliseconds: number, data: Uint8Array, later = 0): Buffer {
  const head = Buffer.from([isKey ? 0x17 : 0x27, 1, 0, 0, 0]);
  head.writeIntBE(later, 2, 3);
  return tag(9, milliseconds, Buffer.concat([head, data]));
}

const read = (...tags: Buffer[]): VideoChunk[] => new FlvDemuxer().push(Buffer.concat([HEADER, ...tags]));
const troubleOf = (work: () => unknown): string => {
  try {
    work();
    return "none";
  } catch (error) {
    return error instanceof VideoFailure ? error.trouble : String(error);
  }
};

describe("FLV", () => {
  it("gives the same pictures however the stream is cut", () => {
    const pictures = fc.array(
      fc.record({
        isKey: fc.boolean(),
        milliseconds: fc.nat(10_000_000),
        later: fc.integer({ min: -500, max: 500 }),
        data: fc.uint8Array({ minLength: 1, maxLength: 300 }),
      }),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(pictures, fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1 }), (sent, cuts) => {
        const inOrder = [...sent].sort((a, b) => a.milliseconds - b.milliseconds);
        const stream = Buffer.concat([
          HEADER,
          tag(18, 0, Buffer.from("notes of its own")),
          parameters(avcC(SPS)),
          // Units of another kind than parameter sets.
          ...inOrder.map(({ isKey, milliseconds, later, data }) =>
            picture(isKey, milliseconds, unit(0x65, ...data.subarray(0, 250)), later),
          ),
        ]);
        const demuxer = new FlvDemuxer();
        const got: VideoChunk[] = [];
        for (let at = 0, turn = 0; at < stream.length; turn += 1) {
          const size = cuts[turn % cuts.length] ?? 1;
          got.push(...demuxer.push(stream.subarray(at, at + size)));
          at += size;
        }
        expect(got.map(({ kind, at }) => ({ kind, at }))).toEqual(
          inOrder.map(({ isKey, milliseconds, later }) => ({
            kind: isKey ? "key" : "delta",
            at: (milliseconds + later) * 1000,
          })),
        );
        expect(got.map(({ data }) => Buffer.from(new Uint8Array(data)))).toEqual(
          inOrder.map(({ data }) => unit(0x65, ...data.subarray(0, 250))),
        );
      }),
    );
  });

  it("says with each key by what it is decoded", () => {
    const [chunk] = read(parameters(avcC(SPS)), picture(true, 0, unit(0x65, 1)));
    expect(chunk).toMatchObject({ kind: "key", config: { codec: "h264", name: "avc1.42c01e" } });
  });

  it("counts on when its clock of 31 bits begins anew, also where pictures are shown later than decoded", () => {
    const end = 2 ** 31;
    const chunks = read(
      parameters(avcC(SPS)),
      picture(true, end - 80, unit(0x65, 1)),
      picture(false, end - 40, unit(0x41, 1), 80),
      picture(false, 0, unit(0x41, 1)),
      picture(false, 40, unit(0x41, 1)),
    );
    expect(chunks.map(({ at }) => at / 1000 - end)).toEqual([-80, 40, 0, 40]);
  });

  it("stops where the picture becomes another, however the camera says so", () => {
    const begin = [parameters(avcC(SPS)), picture(true, 0, Buffer.concat([unit(...SPS), unit(0x65, 1)]))];
    expect(read(...begin)).toHaveLength(1);
    expect(troubleOf(() => read(...begin, parameters(avcC([...SPS, 1]))))).toBe("changed");
    const other = Buffer.concat([unit(...SPS.slice(0, 4), 8), unit(0x65, 1)]);
    expect(troubleOf(() => read(...begin, picture(true, 40, other)))).toBe("changed");
  });

  it("refuses what browsers do not decode, and what is none", () => {
    expect(troubleOf(() => read(parameters(avcC(SPS, 110))))).toBe("odd-profile");
    expect(troubleOf(() => read(tag(9, 0, Buffer.from([0x12, 0, 0, 0, 0, 1]))))).toBe("other-codec");
    expect(troubleOf(() => read(picture(true, 0, unit(0x65, 1))))).toBe("unreadable");
    expect(troubleOf(() => read(parameters(Buffer.from([1, 66, 0]))))).toBe("unreadable");
    expect(troubleOf(() => new FlvDemuxer().push(Buffer.from("HTTP/1.1 200 OK\r\n")))).toBe("unreadable");
    const huge = Buffer.from([9, 0xff, 0xff, 0xff, 0, 0, 0, 0, 0, 0, 0]);
    expect(troubleOf(() => read(huge))).toBe("unreadable");
  });

  it("reads any bytes at all without another fault", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        expect(troubleOf(() => read(tag(9, 0, bytes), parameters(bytes)))).not.toMatch(/Error/);
      }),
    );
  });
});
