import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keypadWaitMs } from "@umbral/contract/access-control/pins";
import { describe, expect, it, onTestFinished } from "vitest";
import { newArea } from "../testing/access-pages.ts";
import { newAgent, newServer } from "../testing/agent.ts";
import { newConfiguration, newDoor } from "../testing/configuration.ts";
import { settle } from "../testing/fake-clock.ts";
import { PinKey, pinKeyFileIn } from "./features/access-control/pin-key.ts";
import { type Clock, systemClock } from "./platform/clock.ts";
import { silentLog } from "./platform/log.ts";

const PIN = "482913";
const reader = { kind: "simulated", hasKeypad: true } as const;

/** A building whose entrance has a keypad, and somebody who has a PIN for it. */
async function setUp(clock?: Clock) {
  const server = await newServer();
  const door = newDoor({ reader });
  server.configuration = newConfiguration(server.buildingId, { doors: [door] });
  const agent = await newAgent(server, clock === undefined ? {} : { clock });
  const home = newArea([door.id]);
  server.access.put({ kind: "building", offlineDays: 30 }, home);
  const { holder, pin } = server.access.givePin(PIN, home.id);
  await server.tellAccess();
  const opened = () => agent.simulated.door(door.id).timesOpened;
  return { server, agent, door, home, holder, pin, opened, device: agent.simulated.reader(door.id) };
}

describe("a PIN at a keypad", () => {
  it("opens, and is told with who it was and without what was typed", async () => {
    const { server, door, holder, opened, device } = await setUp();
    device.press(`${PIN}#`);
    await server.until(() => server.facts.length >= 2, "it is told");
    expect(opened()).toBe(1);
    const [decided, opening] = server.facts;
    expect([decided, opening]).toMatchObject([
      {
        kind: "access-decided",
        outcome: "granted",
        credential: "pin",
        cardId: null,
        tag: null,
        holderId: holder.id,
      },
      { kind: "door-opened", doorId: door.id, origin: "PIN" },
    ]);
    expect(JSON.stringify(server.facts)).not.toContain(PIN);
    expect(device.light).toBe("green");
  });

  it("that nobody has is told as one, and cards open meanwhile", async () => {
    const { server, home, door, opened, device } = await setUp();
    server.access.giveCard("04A1B2C3", home.id);
    await server.tellAccess();
    device.press("111111#");
    device.press(`${PIN}#`);
    await server.until(() => server.facts.length >= 1, "it is told");
    await settle();
    expect(opened()).toBe(0);
    device.swipe("04A1B2C3");
    await server.until(() => server.facts.some(({ kind }) => kind === "door-opened"), "the card opened");
    expect(server.facts).toMatchObject([
      { outcome: "unknown", credential: "pin", holderId: null, tag: null, doorId: door.id },
      { outcome: "granted", credential: "card" },
      { origin: "CARD" },
    ]);
  });

  it("that was taken away opens no more, nor one whose key is not known", async () => {
    const { server, pin, opened, device } = await setUp();
    server.access.put({ ...pin, state: "suspended" });
    await server.tellAccess();
    device.press(`${PIN}#`);
    await server.until(() => server.facts.length >= 1, "it is told");
    server.access.remove(pin);
    await server.tellAccess();
    device.press(`${PIN}#`);
    await server.until(() => server.facts.length >= 2, "it is told");
    expect(server.facts).toMatchObject([{ outcome: "suspended" }, { outcome: "unknown" }]);
    expect(opened()).toBe(0);
  });

  it("needs no # where no PIN is longer", async () => {
    const { server, opened, device } = await setUp();
    server.access.put({ kind: "pins", digits: PIN.length });
    await server.tellAccess();
    device.press(PIN);
    await server.until(() => server.facts.length >= 2, "it is told");
    expect(opened()).toBe(1);
  });

  it("tried again and again is told as trouble at this door, with pictures of it", async () => {
    const later = { ms: 0 };
    const clock = systemClock();
    const { server, door, device } = await setUp({ ...clock, now: () => clock.now() + later.ms });
    for (const wrong of [1, 2, 3]) {
      device.press("111111#");
      await server.until(() => server.facts.length >= wrong, "it is told");
      later.ms += keypadWaitMs(wrong);
    }
    await server.until(
      () => server.facts.some(({ kind }) => kind === "intrusion-started"),
      "trouble is told",
    );
    expect(server.facts.find(({ kind }) => kind === "intrusion-started")).toMatchObject({
      intrusion: "wrong-codes",
      doorId: door.id,
    });
    expect(server.facts.filter(({ kind }) => kind === "access-decided")).toHaveLength(3);
  });
});

describe("a pass at a keypad or a QR reader", () => {
  async function newScene() {
    const { server, door, ...others } = await setUp();
    const pass = server.access.givePass("739164", {
      perimeter: [door.id],
      entries: 2,
      decider: server.controllerId,
    });
    await server.tellAccess();
    return { server, door, pass, ...others };
  }

  it("opens as typed or as a QR says it, told as one, and the desk is counted with it", async () => {
    const { server, door, pass, opened, device } = await newScene();
    expect(server.signIns.at(-1)?.access).toMatchObject({ knows: ["pass"] });
    device.press("739164#");
    await server.until(() => server.facts.length >= 2, "it is told");
    expect(server.facts).toMatchObject([
      { outcome: "granted", credential: "pass", passId: pass.id, isEntry: true },
      { kind: "door-opened", doorId: door.id, origin: "PASS" },
    ]);
    const order = { requestId: randomUUID(), passId: pass.id, people: 1, entries: 2, used: 0 };
    const ask = () => server.send("pass:enter", { ...order, issuedAt: server.steadyMs() });
    expect(await ask()).toMatchObject({ outcome: "granted" });
    expect(await ask()).toMatchObject({ outcome: "granted" });
    expect(await server.send("pass:enter", { ...order, issuedAt: server.steadyMs() - 60_000 })).toMatchObject(
      {
        outcome: "expired",
      },
    );
    // A scanner writes all of it, and again while it is held there: a use that is none makes nothing wait.
    device.swipe("739164");
    device.swipe("739164");
    await server.until(() => server.facts.length >= 3, "it is told");
    expect(server.facts.slice(2)).toMatchObject([{ outcome: "used-up", credential: "pass", tag: null }]);
    expect(opened()).toBe(1);
  });

  it("makes a reader wait that is shown one wrong QR after the other, and cards open meanwhile", async () => {
    const { server, home, opened, device } = await newScene();
    server.access.giveCard("12345678", home.id);
    await server.tellAccess();
    device.swipe("111111");
    await server.until(() => server.facts.length >= 1, "it is told");
    device.swipe("739164");
    await settle();
    expect(opened()).toBe(0);
    // As many digits as a code, and somebody's card.
    device.swipe("12345678");
    await server.until(() => server.facts.some(({ kind }) => kind === "door-opened"), "the card opened");
    expect(server.facts).toMatchObject([
      { outcome: "unknown", credential: "pin", tag: null },
      { outcome: "granted", credential: "card" },
      { origin: "CARD" },
    ]);
  });
});

describe("the key for PINs", () => {
  it("is kept for the process after this one, beside the store and not in it", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "umbral-pins-"));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const open = () => {
      const key = new PinKey(pinKeyFileIn(dataDir), silentLog);
      key.start();
      return key;
    };
    const first = open();
    expect(first.digestOf(PIN)).toBeNull();
    first.hear("A".repeat(43));
    const digest = first.digestOf(PIN);
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
    expect(open().digestOf(PIN)).toBe(digest);
    open().hear("B".repeat(43));
    expect(open().digestOf(PIN)).not.toBe(digest);
    // Nobody else on the machine reads it.
    expect(statSync(join(dataDir, "pins.key")).mode & 0o777).toBe(0o600);
  });

  it("that the disk does not take is used all the same", () => {
    const refuse = () => {
      throw new Error("no space left");
    };
    const key = new PinKey({ read: refuse, write: refuse }, silentLog);
    key.start();
    key.hear("A".repeat(43));
    expect(key.digestOf(PIN)).toMatch(/^[0-9a-f]{64}$/);
  });
});
