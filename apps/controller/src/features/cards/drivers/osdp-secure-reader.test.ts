import { describe, expect, it } from "vitest";
import { CARD, listenTo, newKey, newLine, sentence } from "../../../../testing/osdp-line.ts";
import { SimulatedOsdpReader } from "../../../../testing/osdp-reader.ts";
import type { ReaderKey } from "../osdp/session.ts";

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
