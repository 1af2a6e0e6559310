import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeFrame, FrameReader, type NewFrame } from "./frames.ts";

const bytes = (hex: string) => Buffer.from(hex.replaceAll(" ", ""), "hex");
const frame = (given: Partial<NewFrame>): NewFrame => ({
  address: 0,
  direction: "command",
  sequence: 0,
  usesCrc: true,
  security: null,
  body: Buffer.from([0x60]),
  ...given,
});

/** A command of the standard's annex of examples, in both its forms. */
const published = [
  {
    name: "speed and address set, by CRC",
    address: 0x7f,
    usesCrc: true,
    body: "6e 00 80 25 00 00",
    check: "6e 38",
  },
  { name: "identity asked, by CRC", address: 0, usesCrc: true, body: "61 00", check: "c0 66" },
  {
    name: "speed and address set, by checksum",
    address: 0x7f,
    usesCrc: false,
    body: "6e 00 80 25 00 00",
    check: "0f",
  },
  { name: "identity asked, by checksum", address: 0, usesCrc: false, body: "61 00", check: "44" },
];

describe("frames of the standard's examples", () => {
  it.each(published)("$name", ({ address, usesCrc, body, check }) => {
    const encoded = encodeFrame(frame({ address, usesCrc, body: bytes(body) }));
    expect(encoded.subarray(usesCrc ? -2 : -1).toString("hex")).toBe(bytes(check).toString("hex"));
    expect(encoded.subarray(0, 2)).toEqual(bytes("ff 53"));
    expect(new FrameReader().read(encoded)).toMatchObject([{ address, usesCrc, body: bytes(body) }]);
  });

  it("reads what readers answer, plain and in the handshake", () => {
    const [ack] = new FrameReader().read(bytes("ff 53 e5 07 00 01 40 80"));
    expect(ack).toMatchObject({ address: 0x65, direction: "reply", sequence: 1, body: bytes("40") });
    const [nak] = new FrameReader().read(bytes("53 e5 09 00 05 41 01 0e 8f"));
    expect(nak).toMatchObject({ usesCrc: true, body: bytes("41 01") });
    const [sealed] = new FrameReader().read(
      bytes("53 e5 1b 00 0d 03 14 01 78 a0a1a2a3a4a5a6a7 a8a9aaabacadaeaf ca ba"),
    );
    expect(sealed).toMatchObject({
      security: bytes("14 01"),
      body: bytes("78 a0a1a2a3a4a5a6a7 a8a9aaabacadaeaf"),
    });
  });
});

describe("a line", () => {
  const some = fc.record({
    address: fc.nat(126),
    direction: fc.constantFrom("command" as const, "reply" as const),
    sequence: fc.nat(3),
    usesCrc: fc.boolean(),
    security: fc.option(fc.uint8Array({ minLength: 1, maxLength: 3 }), { nil: null }),
    body: fc.uint8Array({ minLength: 1, maxLength: 60 }),
  });

  it("gives the same frames wherever it is cut, and behind whatever noise", () => {
    // Noise that holds the byte of a start may swallow a frame until it is forgotten: that is told apart below.
    const noise = fc
      .uint8Array({ maxLength: 9 })
      .map((bytes) => bytes.map((byte) => (byte === 0x53 ? 0 : byte)));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(noise, some), { maxLength: 4 }),
        fc.integer({ min: 1, max: 20 }),
        (sent, cut) => {
          const line = Buffer.concat(sent.flatMap(([before, one]) => [before, encodeFrame(one)]));
          const reader = new FrameReader();
          const read = [];
          for (let at = 0; at < line.length; at += cut) {
            read.push(...reader.read(line.subarray(at, at + cut)));
          }
          expect(read.map(({ address, body }) => ({ address, body: body.toString("hex") }))).toEqual(
            sent.map(([, { address, body }]) => ({ address, body: Buffer.from(body).toString("hex") })),
          );
        },
      ),
    );
  });

  it("gives nothing of a frame in which one bit was turned", () => {
    fc.assert(
      fc.property(some, fc.nat(), (one, at) => {
        const whole = encodeFrame({ ...one, usesCrc: true });
        const turned = Buffer.from(whole);
        const bit = 8 + (at % ((whole.length - 1) * 8));
        turned[bit >> 3] = (turned[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        const read = new FrameReader().read(turned).filter(({ usesCrc }) => usesCrc);
        expect(read).toEqual([]);
      }),
    );
  });

  it("never keeps more than one frame's bytes, whatever comes", () => {
    const reader = new FrameReader();
    const promised = bytes("53 00 a0 05 04");
    expect(reader.read(Buffer.concat([promised, Buffer.alloc(1000)]))).toEqual([]);
    reader.forget();
    expect(reader.read(encodeFrame(frame({})))).toHaveLength(1);
  });
});
