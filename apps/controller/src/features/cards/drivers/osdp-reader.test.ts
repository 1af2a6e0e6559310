import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { FakeClock, settle } from "../../../../testing/fake-clock.ts";
import { SimulatedOsdpReader } from "../../../../testing/osdp-reader.ts";
import { silentLog } from "../../../platform/log.ts";
import type { OpenStream, StreamListener } from "../osdp/byte-stream.ts";
import { OsdpLines } from "../osdp/line.ts";
import type { ReaderKey } from "../osdp/session.ts";
import { type TroubleReason, troubleSentences } from "../osdp/trouble.ts";
import { OsdpReader } from "./osdp-reader.ts";

/** A card of 26 bits, as the reader's lines carry it and as it is registered. */
const CARD = { bits: "10011100110000000000000001", tag: "398000" };
const MISREAD = CARD.bits.replace(/^1/, "0");

/** A line in memory: what is written reaches every reader on it, and their answers come back. */
function newLine() {
  const clock = new FakeClock();
  const readers: SimulatedOsdpReader[] = [];
  const open: { listener: StreamListener }[] = [];
  let isThere = true;
  const openStream: OpenStream = async (_line, _baud, listener) => {
    if (!isThere) {
      throw new Error("no such device");
    }
    const one = { listener };
    open.push(one);
    const close = () => void open.splice(open.indexOf(one), 1);
    return {
      write: (bytes) => {
        for (const answer of readers.flatMap((reader) => reader.receive(bytes))) {
          queueMicrotask(() => listener.onData(answer));
        }
      },
      close,
    };
  };
  return {
    clock,
    readers,
    lines: new OsdpLines(openStream, clock),
    /** How often the line is open now. */
    get openings() {
      return open.length;
    },
    pullOut() {
      isThere = false;
      for (const { listener } of open.splice(0)) {
        listener.onEnd();
      }
    },
    plugIn() {
      isThere = true;
    },
    /** Something on the line that nobody asked for. */
    noise(bytes: Buffer) {
      for (const { listener } of open) {
        listener.onData(bytes);
      }
    },
  };
}

function newKey(isInstalled = false) {
  const kept = { key: randomBytes(16), isInstalled };
  const key: ReaderKey = {
    current: () => ({ ...kept }),
    installed: () => {
      kept.isInstalled = true;
    },
  };
  return { kept, key };
}

type Line = ReturnType<typeof newLine>;

/** A driver for the reader of this address, with what it told. */
function listenTo(line: Line, address: number, key: ReaderKey | null = null, baud = 9600) {
  const driver = new OsdpReader({
    line: "/dev/ttyUSB0",
    baud,
    address,
    key,
    lines: line.lines,
    log: silentLog,
  });
  const tags: string[] = [];
  const keys: string[] = [];
  const lost: string[] = [];
  const tampers: boolean[] = [];
  const start = async (): Promise<string | undefined> => {
    let outcome: { why: string | undefined } | undefined;
    driver
      .start(
        (tag) => tags.push(tag),
        (why) => lost.push(why.message),
        (pressed) => keys.push(pressed),
        (isTampered) => tampers.push(isTampered),
      )
      .then(
        () => {
          outcome = { why: undefined };
        },
        (error: Error) => {
          outcome = { why: error.message };
        },
      );
    while (!outcome) {
      await line.clock.push(50);
    }
    return outcome.why;
  };
  onTestFinished(() => driver.stop());
  return { driver, tags, keys, lost, tampers, start };
}

const sentence = (reason: TroubleReason): string => troubleSentences[reason];

async function plainReader() {
  const line = newLine();
  const reader = new SimulatedOsdpReader(5);
  line.readers.push(reader);
  const listening = listenTo(line, 5);
  expect(await listening.start()).toBeUndefined();
  return { line, reader, ...listening };
}

async function secureReader() {
  const line = newLine();
  const reader = new SimulatedOsdpReader(5);
  line.readers.push(reader);
  const { kept, key } = newKey();
  reader.isInInstallation = true;
  const listening = listenTo(line, 5, key);
  expect(await listening.start()).toBeUndefined();
  return { line, reader, kept, ...listening };
}

describe("a reader without secure channel, which somebody chose so", () => {
  it("tells of cards and keys, once and in their order", async () => {
    const { line, reader, tags, keys } = await plainReader();
    reader.swipe(CARD.bits);
    reader.press("12*#");
    await line.clock.push(1000);
    expect({ tags, keys }).toEqual({ tags: [CARD.tag], keys: ["12*#"] });
  });

  it("shows green with one sound, and red with three", async () => {
    const { line, reader, driver } = await plainReader();
    driver.show("granted");
    driver.show("refused");
    await line.clock.push(1000);
    // Command, reader, light, for a time: on, off, and its colours (1 red, 2 green).
    expect(reader.shown.map((told) => [told[0], told[told[0] === 0x69 ? 6 : 5]])).toEqual([
      [0x69, 2],
      [0x6a, 1],
      [0x69, 1],
      [0x6a, 3],
    ]);
  });

  it("reads a card once though its answer is lost and asked for again", async () => {
    const { line, reader, tags } = await plainReader();
    let lostOnes = 2;
    reader.disturb = (bytes) => {
      if (bytes.includes(0x50) && lostOnes > 0) {
        lostOnes -= 1;
        return Buffer.alloc(0);
      }
      return bytes;
    };
    reader.swipe(CARD.bits);
    await line.clock.push(3000);
    expect(tags).toEqual([CARD.tag]);
    expect(lostOnes).toBe(0);
  });

  it("never makes a card of a wrong check, a wrong parity or an answer that says less than it claims", async () => {
    const { line, reader, tags, lost } = await plainReader();
    reader.swipe(MISREAD);
    reader.say(Buffer.from([0x50, 0, 1, 0xff, 0xff, 1, 2]));
    reader.say(Buffer.from([0x50]));
    reader.say(Buffer.from([0x53, 0, 200]));
    reader.say(Buffer.from([0x48]));
    await line.clock.push(1000);
    expect({ tags, lost }).toEqual({ tags: [], lost: [] });
    reader.disturb = (bytes) =>
      Buffer.from(bytes.map((byte, at) => (at === bytes.length - 1 ? byte ^ 1 : byte)));
    reader.swipe(CARD.bits);
    await line.clock.push(5000);
    expect({ tags, lost }).toEqual({ tags: [], lost: [sentence("nonsense")] });
  });

  it("waits for one that is busy", async () => {
    const { line, reader, tags } = await plainReader();
    reader.busy = 5;
    reader.swipe(CARD.bits);
    await line.clock.push(2000);
    expect(tags).toEqual([CARD.tag]);
  });

  it("asks by checksum who does not know the other check", async () => {
    const line = newLine();
    const reader = new SimulatedOsdpReader(5);
    reader.knowsCrc = false;
    line.readers.push(reader);
    const { start, tags } = listenTo(line, 5);
    expect(await start()).toBe(sentence("no-answer"));
    expect(await start()).toBeUndefined();
    reader.swipe(CARD.bits);
    await line.clock.push(1000);
    expect(tags).toEqual([CARD.tag]);
  });

  it("says that it is away, and is back when it answers again", async () => {
    const { line, reader, tags, lost, start } = await plainReader();
    reader.isSilent = true;
    await line.clock.push(5000);
    expect(lost).toEqual([sentence("no-answer")]);
    expect(line.openings).toBe(0);
    expect(await start()).toBe(sentence("no-answer"));
    reader.isSilent = false;
    reader.restart();
    expect(await start()).toBeUndefined();
    reader.swipe(CARD.bits);
    await line.clock.push(1000);
    expect(tags).toEqual([CARD.tag]);
  });

  it("says when its line was pulled out, and comes back with it", async () => {
    const { line, reader, tags, lost, start } = await plainReader();
    line.pullOut();
    await settle();
    expect(lost).toEqual([sentence("line")]);
    expect(await start()).toBe("no such device");
    line.plugIn();
    expect(await start()).toBeUndefined();
    reader.swipe(CARD.bits);
    await line.clock.push(1000);
    expect(tags).toEqual([CARD.tag]);
  });

  it("lives through whatever comes over the line", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 3000 }), { maxLength: 20 }), async (noises) => {
        const { line, reader, tags, driver } = await plainReader();
        for (const noise of noises) {
          line.noise(Buffer.from(noise));
          await line.clock.push(30);
        }
        expect(tags).toEqual([]);
        reader.swipe(CARD.bits);
        await line.clock.push(3000);
        expect(tags).toEqual([CARD.tag]);
        driver.stop();
        expect([line.openings, line.clock.pending]).toEqual([0, 0]);
      }),
      { numRuns: 30 },
    );
  });

  it("leaves nothing when it stops, whatever it was doing", async () => {
    const { line, driver, reader, tags } = await plainReader();
    await line.clock.push(35);
    driver.stop();
    reader.swipe(CARD.bits);
    await line.clock.push(1000);
    expect([tags, line.openings, line.clock.pending]).toEqual([[], 0, 0]);
  });
});

describe("several readers on one line", () => {
  it("each tells of its own cards, and one that is away keeps no other waiting", async () => {
    const line = newLine();
    const near = new SimulatedOsdpReader(0);
    const far = new SimulatedOsdpReader(126);
    line.readers.push(near, far);
    const one = listenTo(line, 0);
    const other = listenTo(line, 126);
    expect([await one.start(), await other.start()]).toEqual([undefined, undefined]);
    expect(line.openings).toBe(1);
    near.swipe(CARD.bits);
    far.press("7");
    await line.clock.push(1000);
    expect([one.tags, one.keys, other.tags, other.keys]).toEqual([[CARD.tag], [], [], ["7"]]);
    near.isSilent = true;
    await line.clock.push(3000);
    far.swipe(CARD.bits);
    await line.clock.push(200);
    expect([one.lost, other.tags]).toEqual([[sentence("no-answer")], [CARD.tag]]);
  });

  it("have one address each, and one speed together", async () => {
    const { line } = await plainReader();
    expect(await listenTo(line, 5).start()).toBe(sentence("address-taken"));
    expect(await listenTo(line, 6, null, 115_200).start()).toBe(sentence("speed"));
  });
});

describe("a reader with secure channel", () => {
  it("takes a key of its own in its installation mode, and is sealed from then on", async () => {
    const { line, reader, kept, driver, tags } = await secureReader();
    expect([reader.key?.equals(kept.key), kept.isInstalled, reader.isInInstallation]).toEqual([
      true,
      true,
      false,
    ]);
    reader.swipe(CARD.bits);
    driver.show("granted");
    await line.clock.push(1000);
    expect(tags).toEqual([CARD.tag]);
    expect(reader.wasSealed).toEqual([true, true]);
  });

  it("says that its channel is secure, and when its housing is opened", async () => {
    const { line, reader, driver, tampers } = await secureReader();
    expect(driver.condition()).toEqual({ isSecure: true, isTampered: false, hasPower: true });
    reader.tamper(true);
    await line.clock.push(500);
    expect(driver.condition()).toMatchObject({ isTampered: true });
    reader.tamper(false);
    await line.clock.push(500);
    expect(driver.condition()).toMatchObject({ isTampered: false });
    expect(tampers).toEqual([false, true, false]);
  });

  it("comes back by its own key alone after a power cut", async () => {
    const { line, reader, tags, lost, start } = await secureReader();
    reader.restart();
    await line.clock.push(500);
    expect(lost).toEqual([sentence("refused")]);
    expect(await start()).toBeUndefined();
    reader.swipe(CARD.bits);
    await line.clock.push(500);
    expect(tags).toEqual([CARD.tag]);
  });

  it("gets no key outside its installation mode", async () => {
    const line = newLine();
    line.readers.push(new SimulatedOsdpReader(5));
    const { key, kept } = newKey();
    expect(await listenTo(line, 5, key).start()).toBe(sentence("not-in-installation"));
    expect(kept.isInstalled).toBe(false);
  });

  it("is never taken back to the installation's key once it has its own: another reader in its place is refused", async () => {
    const line = newLine();
    const stranger = new SimulatedOsdpReader(5);
    stranger.isInInstallation = true;
    line.readers.push(stranger);
    expect(await listenTo(line, 5, newKey(true).key).start()).toBe(sentence("wrong-key"));
    expect(stranger.key).toBeNull();
  });

  it("goes on with the key that it took, though nobody heard that it did", async () => {
    const line = newLine();
    const reader = new SimulatedOsdpReader(5);
    const { key, kept } = newKey();
    reader.key = kept.key;
    line.readers.push(reader);
    expect(await listenTo(line, 5, key).start()).toBeUndefined();
    expect(kept.isInstalled).toBe(true);
  });

  it("says so when it has none", async () => {
    const line = newLine();
    const reader = new SimulatedOsdpReader(5);
    reader.hasSecureChannel = false;
    line.readers.push(reader);
    expect(await listenTo(line, 5, newKey().key).start()).toBe(sentence("no-secure-channel"));
  });

  it("is not given a key that could not be kept", async () => {
    const line = newLine();
    const reader = new SimulatedOsdpReader(5);
    reader.isInInstallation = true;
    line.readers.push(reader);
    const full: ReaderKey = {
      current: () => {
        throw new Error("the disk is full");
      },
      installed: () => undefined,
    };
    expect(await listenTo(line, 5, full).start()).toBe(sentence("no-key"));
    expect(reader.key).toBeNull();
  });

  it("believes no card that it did not seal, nor one that it sealed before", async () => {
    const { line, reader, tags, lost, start } = await secureReader();
    let heard: Buffer = Buffer.alloc(0);
    reader.disturb = (bytes) => {
      heard = bytes.length > 20 ? bytes : heard;
      return bytes;
    };
    reader.swipe(CARD.bits);
    await line.clock.push(500);
    expect(tags).toHaveLength(1);
    // What was heard is said again in the place of a later answer, with the number that this one had.
    const replay = heard;
    reader.disturb = (bytes) => (bytes[5] === replay[5] ? replay : bytes);
    await line.clock.push(500);
    expect({ tags, lost }).toEqual({ tags: [CARD.tag], lost: [sentence("wrong-seal")] });
    // And a card in plain, as a device between them would say it.
    reader.disturb = (bytes) => bytes;
    expect(await start()).toBeUndefined();
    const liar = new SimulatedOsdpReader(5);
    liar.swipe(CARD.bits);
    line.readers.splice(0, 1, liar);
    await line.clock.push(500);
    expect(tags).toEqual([CARD.tag]);
    expect(lost).toHaveLength(2);
  });
});
