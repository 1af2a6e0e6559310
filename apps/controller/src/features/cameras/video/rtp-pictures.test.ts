import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CodedPictures } from "./coded-pictures.ts";
import { type PictureUnits, RtpPictures } from "./rtp-pictures.ts";
import { readVideoOffer } from "./sdp.ts";
import { VideoFailure } from "./video-driver.ts";

const SPS = Buffer.from([0x67, 66, 0xc0, 0x1e, 9]);
const PPS = Buffer.from([0x68, 0xce, 0x3c, 0x80]);
const KEY = Buffer.from([0x65, 1, 2, 3]);
const DELTA = Buffer.from([0x41, 4, 5, 6]);
/** Of an x265 stream of 1280 x 720. */
const H265_SETS = [
  "40010c01ffff01600000030090000003000003005dba0240",
  "42010101600000030090000003000003005da00280802d165ba4a4c2fff000100016a020202080000003008000000784",
  "4401c0718312",
].map((hex) => Buffer.from(hex, "hex"));

function packet(payload: Uint8Array, sequence: number, { time = 0, isLast = false, type = 96 } = {}): Buffer {
  const head = Buffer.alloc(12);
  head[0] = 0x80;
  head[1] = type | (isLast ? 0x80 : 0);
  head.writeUInt16BE(sequence & 0xffff, 2);
  head.writeUInt32BE(time % 2 ** 32, 4);
  return Buffer.concat([head, payload]);
}

/** The units of a picture as packets: several small ones in one, large ones in fragments. */
function packed(units: readonly Buffer[], largest: number, isH265 = false): Buffer[] {
  const header = isH265 ? 2 : 1;
  const several = isH265 ? Buffer.from([48 << 1, 1]) : Buffer.from([24]);
  const small = units.filter(({ length }) => length <= largest);
  if (small.length === units.length && units.length > 1) {
    const sized = units.flatMap((unit) => [Buffer.from([unit.length >> 8, unit.length & 255]), unit]);
    return [Buffer.concat([several, ...sized])];
  }
  return units.flatMap((unit) => {
    if (unit.length <= largest) {
      return [unit];
    }
    const first = unit[0] ?? 0;
    const type = isH265 ? (first >> 1) & 63 : first & 31;
    const lead = isH265 ? [(first & 0x81) | (49 << 1), unit[1] ?? 0] : [(first & 0xe0) | 28];
    const cuts: Buffer[] = [];
    for (let at = header; at < unit.length; at += largest) {
      const isEnd = at + largest >= unit.length;
      const mark = type | (at === header ? 0x80 : 0) | (isEnd ? 0x40 : 0);
      cuts.push(Buffer.concat([Buffer.from([...lead, mark]), unit.subarray(at, at + largest)]));
    }
    return cuts;
  });
}

const troubleOf = (work: () => unknown): string => {
  try {
    work();
    return "none";
  } catch (error) {
    return error instanceof VideoFailure ? error.trouble : String(error);
  }
};
const picture = (...units: Buffer[]): Omit<PictureUnits, "time"> => ({ units, isAfterLoss: false });

describe("a video in RTP", () => {
  it("is put together again however it was cut, each picture with its last packet, over the turn of every counter", () => {
    const body = fc.uint8Array({ minLength: 3, maxLength: 200 });
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.array(fc.array(body, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 90 }),
        fc.nat(0xffff),
        (isH265, sent, largest, from) => {
          const pictures = sent.map((units) =>
            units.map((bytes) => Buffer.from([...(isH265 ? [1 << 1, 1] : [0x41]), ...bytes])),
          );
          const reader = new RtpPictures(isH265 ? "h265" : "h264", 96);
          let sequence = from;
          const got = pictures.map((units, turn) => {
            const cuts = packed(units, largest, isH265);
            return cuts.flatMap((payload, at) =>
              reader.push(
                packet(payload, sequence++, { time: 2 ** 32 - 2 + turn, isLast: at === cuts.length - 1 }),
              ),
            );
          });
          expect(got).toEqual(
            pictures.map((units, turn) => [
              { units, time: (2 ** 32 - 2 + turn) % 2 ** 32, isAfterLoss: false },
            ]),
          );
        },
      ),
    );
  });

  it("loses the picture of which a packet is missing, and says so with the next", () => {
    const reader = new RtpPictures("h264", 96);
    const cuts = packed([Buffer.alloc(100, 0x41)], 30);
    cuts.forEach((payload, at) => {
      if (at !== 1) {
        expect(reader.push(packet(payload, at, { isLast: at === cuts.length - 1 }))).toEqual([]);
      }
    });
    const next = reader.push(packet(DELTA, cuts.length, { time: 1, isLast: true }));
    expect(next).toEqual([{ units: [DELTA], time: 1, isAfterLoss: true }]);
  });

  it.each([
    ["in the middle", 1],
    ["at the end", 2],
  ])("loses the whole of one in several parts, of which one %s is missing", (_where, missing) => {
    const reader = new RtpPictures("h264", 96);
    for (const at of [0, 1, 2].filter((each) => each !== missing)) {
      expect(reader.push(packet(KEY, at, { isLast: at === 2 }))).toEqual([]);
    }
    const next = reader.push(packet(DELTA, 3, { time: 1, isLast: true }));
    expect(next).toEqual([{ units: [DELTA], time: 1, isAfterLoss: true }]);
  });

  it("ends a picture whose last packet is not marked with the next one, and leaves out what is of another kind", () => {
    const reader = new RtpPictures("h264", 96);
    expect(reader.push(packet(DELTA, 0, { time: 1 }))).toEqual([]);
    expect(reader.push(packet(KEY, 1, { type: 97, isLast: true }))).toEqual([]);
    expect(reader.push(packet(KEY, 1, { time: 2 }))).toEqual([{ ...picture(DELTA), time: 1 }]);
    expect(troubleOf(() => reader.push(packet(Buffer.from([29, 0, 0]), 2)))).toBe("unreadable");
  });

  it("reads any bytes at all without another fault, and keeps no more than a picture", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("h264", "h265"),
        fc.array(fc.uint8Array({ maxLength: 60 })),
        (codec, packets) => {
          const reader = new RtpPictures(codec, 96);
          const pictures = new CodedPictures(codec, []);
          for (const [at, bytes] of packets.entries()) {
            const trouble = troubleOf(() =>
              [...reader.push(packet(bytes, at)), ...reader.push(Buffer.from(bytes))].map((one) =>
                pictures.take(one, at),
              ),
            );
            expect(trouble).not.toMatch(/Error/);
          }
        },
      ),
    );
    const endless = new RtpPictures("h264", 96);
    const large = Buffer.alloc(60_000, 0x41);
    const push = () => Array.from({ length: 26 }, (_, at) => endless.push(packet(large, at)));
    expect(troubleOf(push)).toBe("unreadable");
  });
});

describe("a picture of a video", () => {
  it("says with each key how it is decoded, whether the camera says it with each, once, or beforehand alone", () => {
    const config = { codec: "h264", name: "avc1.42c01e" };
    const beforehand = new CodedPictures("h264", [SPS, PPS]);
    const [key, next] = [beforehand.take(picture(KEY), 1), beforehand.take(picture(KEY), 2)];
    expect([key, next]).toMatchObject([
      { kind: "key", at: 1, config },
      { kind: "key", at: 2, config },
    ]);
    const along = new CodedPictures("h264", []);
    expect(along.take(picture(SPS, PPS), 1)).toBeUndefined();
    const same = along.take(picture(SPS, PPS, KEY), 1);
    // Sizes stand before units, and the parameters are in the description.
    expect(same).toEqual({ ...key, data: new Uint8Array([0, 0, 0, KEY.length, ...KEY]) });
    expect(along.take(picture(DELTA), 3)).toMatchObject({ kind: "delta" });
    expect(troubleOf(() => new CodedPictures("h264", []).take(picture(KEY), 1))).toBe("unreadable");
  });

  it("begins with a key, and goes on from the next after a loss", () => {
    const pictures = new CodedPictures("h264", [SPS, PPS]);
    expect(pictures.take(picture(DELTA), 1)).toBeUndefined();
    expect(pictures.take(picture(KEY), 2)?.kind).toBe("key");
    expect(pictures.take({ units: [DELTA], isAfterLoss: true }, 3)).toBeUndefined();
    expect(pictures.take(picture(DELTA), 4)).toBeUndefined();
    expect(pictures.take(picture(KEY), 5)?.kind).toBe("key");
  });

  it.each([
    ["h264", [SPS, PPS], [0x65], [1]],
    ["h265", H265_SETS, [19 << 1, 1], [1]],
  ] as const)("of %s is no key after a loss that took the first part of it", (codec, sets, header, rest) => {
    const pictures = new CodedPictures(codec, sets);
    const first = Buffer.from([...header, 0x80, ...rest]);
    const second = Buffer.from([...header, 0x20, ...rest]);
    const cut = pictures.take({ units: [second], isAfterLoss: true }, 1);
    expect(cut).toBeUndefined();
    expect(pictures.take({ units: [first, second], isAfterLoss: true }, 2)?.kind).toBe("key");
  });

  it("stops where the picture becomes another in the middle, and not where only its coding does", () => {
    const pictures = new CodedPictures("h264", [SPS, PPS]);
    const before = pictures.take(picture(SPS, PPS, KEY), 1);
    const after = pictures.take(picture(Buffer.from([0x68, 0xce, 0x3c, 0x81]), KEY), 2);
    expect(after?.kind === "key" && before?.kind === "key" && after.config).not.toEqual(
      before?.kind === "key" && before.config,
    );
    const other = Buffer.concat([SPS.subarray(0, 4), Buffer.of(8)]);
    expect(troubleOf(() => pictures.take(picture(other, PPS, KEY), 3))).toBe("changed");
  });

  it("is not passed on where browsers do not decode it", () => {
    const ten = Buffer.from([0x67, 110, 0, 0x1e, 9]);
    expect(troubleOf(() => new CodedPictures("h264", [ten, PPS]).take(picture(KEY), 1))).toBe("odd-profile");
  });

  it("of H.265 that is shown before its key and needs what was before that key is left out, and others are not", () => {
    const pictures = new CodedPictures("h265", H265_SETS);
    const kinds = [21, 8, 9, 6, 7, 1, 21, 9, 0].map(
      (type, at) => pictures.take(picture(Buffer.from([type << 1, 1, 5])), at)?.kind,
    );
    expect(kinds).toEqual([
      ...["key", undefined, undefined, "delta", "delta", "delta"],
      ...["key", undefined, "delta"],
    ]);
    // What is left out tells of a loss all the same.
    expect(pictures.take({ units: [Buffer.from([9 << 1, 1, 5])], isAfterLoss: true }, 9)).toBeUndefined();
    expect(pictures.take(picture(Buffer.from([1 << 1, 1, 5])), 10)).toBeUndefined();
  });

  it("of H.265 is described as ffmpeg describes it", () => {
    const sets = H265_SETS;
    // The description of the MP4 that ffmpeg made of it, but that sets are whole here.
    const key = new CodedPictures("h265", sets).take(picture(Buffer.from([19 << 1, 1, 5])), 1);
    const config = key?.kind === "key" ? key.config : undefined;
    expect(config?.name).toBe("hvc1.1.6.L93.90");
    expect(Buffer.from(new Uint8Array(config?.description ?? [])).toString("hex")).toBe(
      `0101600000009000000000005df000fcfdf8f800000f03${sets
        .map(
          (set, at) =>
            `${(0xa0 + at).toString(16)}0001${set.length.toString(16).padStart(4, "0")}${set.toString("hex")}`,
        )
        .join("")}`,
    );
  });
});

describe("what a camera says of its video", () => {
  it("is read with its parameter sets, or as a video that is not passed on", () => {
    const sdp = (format: string) =>
      `v=0\r\na=control:*\r\nm=audio 0 RTP/AVP 8\r\na=control:trackID=2\r\nm=video 0 RTP/AVP 96\r\n${format}a=control:trackID=1\r\n`;
    const h264 = `a=rtpmap:96 H264/90000\r\na=fmtp:96 packetization-mode=1; sprop-parameter-sets=${SPS.toString("base64")},${PPS.toString("base64")}\r\n`;
    expect(readVideoOffer(sdp(h264))).toEqual({
      codec: "h264",
      payloadType: 96,
      control: "trackID=1",
      wholeControl: "*",
      parameterSets: [SPS, PPS],
    });
    expect(readVideoOffer(sdp("a=rtpmap:96 JPEG/90000\r\n"))).toMatchObject({ codec: undefined });
    expect(readVideoOffer("v=0\r\nm=audio 0 RTP/AVP 8\r\n")).toBeUndefined();
  });
});
