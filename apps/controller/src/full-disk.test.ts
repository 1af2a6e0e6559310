import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { newArea } from "../testing/access-pages.ts";
import { newAgent, newServer } from "../testing/agent.ts";
import { newConfiguration, newDoor } from "../testing/configuration.ts";
import { type ControllerProcess, startController } from "../testing/controller-process.ts";
import type { FakeServer } from "../testing/fake-server.ts";
import { refuseWrites, takeWrites } from "../testing/store.ts";
import { ConfigurationKeeper } from "./features/controllers/configuration.ts";
import { type Clock, systemClock } from "./platform/clock.ts";
import { silentLog } from "./platform/log.ts";
import type { Store } from "./platform/store.ts";

let server: FakeServer;
const door = newDoor({ pulseMs: 60_000 });
const openings = () => server.facts.flatMap((fact) => (fact.kind === "door-opened" ? [fact] : []));
const lastSaid = () => server.statuses.at(-1)?.diskFailingSince;

beforeEach(async () => {
  server = await newServer();
  server.configuration = newConfiguration(server.buildingId, { doors: [door] });
});

/** Somebody may come in by this card, always. */
async function giveCard(tag: string): Promise<void> {
  const home = newArea([door.id]);
  server.access.put(home);
  server.access.giveCard(tag, home.id);
  expect(await server.tellAccess()).toMatchObject({ outcome: "kept" });
}

/** Real time, but what is done again and again waits until the test lets it. */
class PatientClock implements Clock {
  readonly #clock = systemClock();
  readonly #held = new Set<() => unknown>();
  now = () => this.#clock.now();
  date = () => this.#clock.date();

  after(ms: number, then: () => unknown): () => void {
    if (ms !== 5000 && ms !== 10_000) {
      return this.#clock.after(ms, then);
    }
    this.#held.add(then);
    return () => void this.#held.delete(then);
  }

  /** What was to be done in seconds is done now. */
  passSeconds(): void {
    for (const then of [...this.#held]) {
      this.#held.delete(then);
      then();
    }
  }
}

/** A controller on a disk that this test fills and frees. */
async function agentOnDisk({ isFull }: { isFull: boolean }) {
  const clock = new PatientClock();
  const disk: Store[] = [];
  const agent = await newAgent(server, {
    clock,
    prepare: (store) => {
      disk.push(store);
      if (server.configuration) {
        new ConfigurationKeeper(store, silentLog).keep(server.configuration);
      }
      if (isFull) {
        refuseWrites(store);
      }
    },
  });
  const setFull = (isFullNow: boolean) => disk.forEach(isFullNow ? refuseWrites : takeWrites);
  const keptRevision = () =>
    disk.map((store) => new ConfigurationKeeper(store, silentLog).load()?.revision)[0];
  return { agent, clock, setFull, keptRevision, simulated: agent.simulated.door(door.id) };
}

describe("a disk that takes nothing", () => {
  it("does not keep the doors from coming up, and what happened is written when there is room", async () => {
    const { agent, clock, setFull, simulated } = await agentOnDisk({ isFull: true });
    const order = server.newOrder(door.id);
    expect(await server.order(order)).toBe("moved");
    expect(await agent.doors.openFromInside(door.id)).toBe("moved");
    // Repeated, it is answered and not obeyed again: memory knows it.
    expect(await server.order(order)).toBe("moved");
    expect(simulated.timesOpened).toBe(2);
    await server.until(() => typeof lastSaid() === "string", "the administrator is told");
    expect(server.statuses.at(-1)?.queue).toBe(2);
    clock.passSeconds();
    expect(server.facts).toEqual([]);

    setFull(false);
    clock.passSeconds();
    await server.until(() => openings().length === 2, "both openings");
    expect(openings()).toMatchObject([
      { seq: 1, orderId: order.orderId, origin: "APP", isCertain: true },
      { seq: 2, orderId: null, origin: "BUTTON", isCertain: true },
    ]);
    // Written again: the next word says that all is well.
    clock.passSeconds();
    clock.passSeconds();
    await server.until(() => lastSaid() === null, "the disk is well again");
  });

  it("loses nothing that was acknowledged and counts nothing twice, when it fills in the middle", async () => {
    const { agent, clock, setFull, simulated } = await agentOnDisk({ isFull: false });
    await giveCard("04A1B2C3");
    let acknowledged: () => void = () => undefined;
    const told = new Promise<void>((resolve) => {
      acknowledged = resolve;
    });
    // Told and kept by the server, but the disk cannot let go of it any more.
    server.beforeAcknowledging = async () => setFull(true);
    server.afterAcknowledging = acknowledged;
    expect(await server.order(server.newOrder(door.id))).toBe("moved");
    await told;
    expect(await server.order(server.newOrder(door.id))).toBe("moved");

    // The line breaks, and the sign-in after it must not depend on the disk.
    server.disconnect("cut");
    await server.until(() => !server.isConnected, "the line is gone");
    await server.until(() => server.signIns.length === 2, "it is back");
    expect(await server.order(server.newOrder(door.id))).toBe("moved");
    expect(await agent.doors.openFromInside(door.id)).toBe("moved");
    await agent.doors.settled();
    await agent.accessControl.read(door.id, "04A1B2C3");
    expect(simulated.timesOpened).toBe(5);
    expect(openings()).toHaveLength(1);

    server.beforeAcknowledging = () => Promise.resolve();
    setFull(false);
    clock.passSeconds();
    await server.until(() => openings().length >= 5, "all five");
    expect(server.facts.map(({ kind, seq }) => `${seq} ${kind}`)).toEqual([
      "1 door-opened",
      "2 door-opened",
      "3 door-opened",
      "4 door-opened",
      "5 access-decided",
      "6 door-opened",
    ]);
    expect(new Set(openings().map(({ openingId }) => openingId)).size).toBe(5);
    expect(openings().every(({ isCertain }) => isCertain)).toBe(true);
  });

  it("holds facts back, and nothing else, when their numbers must change", async () => {
    const { clock, setFull } = await agentOnDisk({ isFull: false });
    expect(await server.order(server.newOrder(door.id))).toBe("moved");
    await server.until(() => openings().length === 1, "the first opening");
    setFull(true);
    // The server has more than this disk ever wrote: a card that went back in time.
    server.acknowledged = 5;
    server.disconnect("cut");
    await server.until(() => server.signIns.length === 2, "it is back");
    expect(await server.order(server.newOrder(door.id))).toBe("moved");
    setFull(false);
    clock.passSeconds();
    await server.until(() => openings().length === 2, "the second opening");
    expect(openings().map(({ seq }) => seq)).toEqual([1, 6]);
  });

  it("gets the configuration that came while it was full as soon as there is room", async () => {
    const { clock, setFull, keptRevision } = await agentOnDisk({ isFull: true });
    const changed = newConfiguration(server.buildingId, { doors: [door, newDoor({ localId: "9" })] });
    expect(await server.send("configuration", changed)).toMatchObject({ ok: true });
    expect(keptRevision()).not.toBe(changed.revision);
    setFull(false);
    clock.passSeconds();
    expect(keptRevision()).toBe(changed.revision);
  });
});

describe("a controller as a process", () => {
  let dataDir: string;
  let running: ControllerProcess | undefined;
  const start = async (isDiskFull: boolean) => {
    running = await startController({
      SERVER_URL: server.url,
      CONTROLLER_DATA_DIR: dataDir,
      PAIRING_CODE: server.pairingCode,
      isDiskFull,
    });
    return running;
  };
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), "umbral-full-"));
  });
  afterEach(async () => {
    await running?.kill("SIGKILL");
    rmSync(dataDir, { recursive: true, force: true });
  });

  it("comes up on a full disk, obeys, lets people in and out, and says so loudly", async () => {
    const first = await start(false);
    await first.heard("ready");
    await giveCard("04A1B2C3");
    await first.kill("SIGKILL");
    const controller = await start(true);
    await controller.heard("ready");
    await controller.said("El disco de este controlador está lleno o falla");
    expect(await server.order(server.newOrder(door.id))).toBe("moved");
    controller.send({ kind: "press-exit-button", doorId: door.id });
    await controller.heard("relay-moved", 2);
    controller.send({ kind: "swipe-card", doorId: door.id, tag: "04A1B2C3" });
    await controller.heard("relay-moved", 3);
    await server.until(() => typeof lastSaid() === "string", "the administrator is told");
    expect(controller.log).not.toContain("crashed");
  });

  it("runs on a copy of what it knew when its file cannot be opened", async () => {
    const first = await start(false);
    await first.heard("ready");
    expect(await server.order(server.newOrder(door.id))).toBe("moved");
    await server.until(() => openings().length === 1, "the first opening");
    await first.kill("SIGKILL");
    const before = readFileSync(join(dataDir, "controller.db"));
    const wal = join(dataDir, "controller.db-wal");
    // A folder in its place: SQLite cannot open it, as on a disk that gives errors.
    rmSync(wal, { force: true });
    mkdirSync(wal);
    onTestFinished(() => rmSync(wal, { recursive: true, force: true }));
    const controller = await start(false);
    await controller.heard("ready");
    await controller.said("copia de lo que");
    expect(await server.order(server.newOrder(door.id))).toBe("moved");
    await server.until(() => typeof lastSaid() === "string", "the administrator is told");
    expect(readFileSync(join(dataDir, "controller.db")).equals(before)).toBe(true);
  });
});
