import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FrameReader } from "./frames.ts";
import { cryptogramOf, firstSealOf, INSTALLATION_KEY, SecureSession, sessionKeys } from "./secure-channel.ts";

const panelRandom = Buffer.from("b0b1b2b3b4b5b6b7", "hex");
const readerRandom = Buffer.from("a0a1a2a3a4a5a6a7", "hex");
const keys = sessionKeys(INSTALLATION_KEY, panelRandom);
const firstSeal = firstSealOf(keys, cryptogramOf.panel(keys, panelRandom, readerRandom));

/** A panel and a reader that have just proved themselves to each other. */
const pair = () => ({
  panel: new SecureSession(keys, firstSeal),
  reader: new SecureSession(keys, firstSeal),
});
const frame = (direction: "command" | "reply", body: Uint8Array, sequence = 1) => ({
  address: 5,
  direction,
  sequence,
  usesCrc: true,
  body,
});
function read(bytes: Buffer) {
  const [one] = new FrameReader().read(bytes);
  if (!one) {
    throw new Error("no frame");
  }
  return one;
}

it("reckons the session of the standard's example", () => {
  expect(keys.encryption.toString("hex")).toBe("bf8dc2a8329acb8c67c6d0cd9a451682");
  expect(keys.firstSeal.toString("hex")).toBe("5e86c676603bdee2d8beafe178637332");
  expect(keys.lastSeal.toString("hex")).toBe("6fda86e857777e81132035758239172e");
  expect(cryptogramOf.reader(keys, panelRandom, readerRandom).toString("hex")).toBe(
    "fde5d2f428ec16312471ea3c02bd7796",
  );
  expect(cryptogramOf.panel(keys, panelRandom, readerRandom).toString("hex")).toBe(
    "26d3356e07762d262801fc8e6665a891",
  );
  expect(firstSeal.toString("hex")).toBe("b2a30057eb98ba2229ec1f875662b524");
});

describe("a sealed session", () => {
  it("carries whatever is said, both ways, in its order", () => {
    const said = fc.array(
      fc.tuple(
        fc.uint8Array({ minLength: 1, maxLength: 80 }),
        fc.uint8Array({ minLength: 1, maxLength: 80 }),
      ),
      {
        maxLength: 6,
      },
    );
    fc.assert(
      fc.property(said, (talk) => {
        const { panel, reader } = pair();
        for (const [asked, told] of talk) {
          expect(reader.open(read(panel.seal(frame("command", asked))))?.toString("hex")).toBe(
            Buffer.from(asked).toString("hex"),
          );
          expect(panel.open(read(reader.seal(frame("reply", told))))?.toString("hex")).toBe(
            Buffer.from(told).toString("hex"),
          );
        }
      }),
    );
  });

  it("hides a card's number", () => {
    const { reader } = pair();
    const card = Buffer.from("5000001a0004a2b3c4", "hex");
    expect(reader.seal(frame("reply", card)).toString("hex")).not.toContain("04a2b3");
  });

  it("does not open what was changed, said before, or sealed by another, and goes on", () => {
    const { panel, reader } = pair();
    const stranger = new SecureSession(sessionKeys(Buffer.alloc(16, 7), panelRandom), firstSeal);
    reader.open(read(panel.seal(frame("command", Buffer.from([0x60])))));
    const card = read(reader.seal(frame("reply", Buffer.from([0x50, 1, 2, 3]))));
    const forged = read(stranger.seal(frame("reply", Buffer.from([0x50, 1, 2, 3]))));
    const changed = { ...card, bytes: Buffer.from(card.bytes).fill(9, 9, 10) };
    expect(panel.open(forged)).toBeNull();
    expect(panel.open(changed)).toBeNull();
    expect(panel.open({ ...card, security: null })).toBeNull();
    expect(panel.open(card)?.[0]).toBe(0x50);
    // Said again to another command, it is not what the chain has come to.
    panel.seal(frame("command", Buffer.from([0x60]), 2));
    expect(panel.open(card)).toBeNull();
  });
});
