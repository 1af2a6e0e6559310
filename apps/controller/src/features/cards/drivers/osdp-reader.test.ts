import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { settle } from "../../../../testing/fake-clock.ts";
import { CARD, listenTo, MISREAD, newLine, sentence } from "../../../../testing/osdp-line.ts";
import { SimulatedOsdpReader } from "../../../../testing/osdp-reader.ts";

async function plainReader() {
  const line = newLine();
  const reader = new SimulatedOsdpReader(5);
  line.readers.push(reader);
  const listening = listenTo(line, 5);
  expect(await listening.start()).toBeUndefined();
  return { line, reader, ...listening };
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

describe("a reader that is stopped", () => {
  it("tells nothing of the answer that was under way, though its line goes on", async () => {
    const line = newLine();
    const near = new SimulatedOsdpReader(0);
    const far = new SimulatedOsdpReader(1);
    line.readers.push(near, far);
    const one = listenTo(line, 0);
    const other = listenTo(line, 1);
    await one.start();
    await other.start();
    let wasAsked = false;
    near.disturb = (bytes) => {
      one.driver.stop();
      wasAsked = true;
      return bytes;
    };
    near.swipe(CARD.bits);
    await line.clock.push(500);
    far.swipe(CARD.bits);
    await line.clock.push(500);
    expect([wasAsked, one.tags, one.lost, other.tags]).toEqual([true, [], [], [CARD.tag]]);
  });

  it("before it was made known is not on its line", async () => {
    const line = newLine();
    line.readers.push(new SimulatedOsdpReader(0), new SimulatedOsdpReader(1));
    const one = listenTo(line, 0);
    await one.start();
    const { driver, start } = listenTo(line, 1);
    const started = start();
    driver.stop();
    expect(await started).toBe(sentence("line"));
    one.driver.stop();
    await line.clock.push(500);
    expect([line.openings, line.clock.pending]).toEqual([0, 0]);
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

  it("are heard while several others, that are not there, are looked for again", async () => {
    const line = newLine();
    const near = new SimulatedOsdpReader(0);
    line.readers.push(near);
    const { start, tags } = listenTo(line, 0);
    expect(await start()).toBeUndefined();
    const away = [1, 2, 3, 4, 5, 6].map((address) => listenTo(line, address));
    for (const one of away) {
      expect(await one.start()).toBe(sentence("no-answer"));
    }
    const nothing = () => undefined;
    const found = Promise.allSettled(
      away.map(({ driver }) => driver.start(nothing, nothing, nothing, nothing)),
    );
    near.swipe(CARD.bits);
    await line.clock.push(500);
    expect(tags).toEqual([CARD.tag]);
    // Each of them was asked once.
    await line.clock.push(2500);
    expect((await found).map(({ status }) => status)).toEqual(away.map(() => "rejected"));
  });

  it("have one address each, and one speed together", async () => {
    const { line } = await plainReader();
    expect(await listenTo(line, 5).start()).toBe(sentence("address-taken"));
    expect(await listenTo(line, 6, null, 115_200).start()).toBe(sentence("speed"));
  });
});
