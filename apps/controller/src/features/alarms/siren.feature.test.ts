import { createServer } from "node:http";
import { SIREN_SOUNDS_MS } from "@umbral/contract/controllers/controller-orders.contract";
import type { RelayDriver } from "@umbral/contract/doors/door-devices";
import { SimulatedSiren } from "@umbral/simulated-building/siren";
import { describe, expect, it, onTestFinished } from "vitest";
import { FakeClock, settle } from "../../../testing/fake-clock.ts";
import { silentLog } from "../../platform/log.ts";
import { HttpSiren } from "./drivers/http-siren.ts";
import { SimulatedSirenDriver } from "./drivers/simulated-siren.ts";
import { SirenFeature } from "./siren.feature.ts";

const MINUTE = 60_000;

function setUp() {
  const clock = new FakeClock();
  const device = new SimulatedSiren();
  const siren = new SirenFeature({
    clock,
    log: silentLog,
    makeDriver: () => new SimulatedSirenDriver(device),
  });
  siren.configure({ kind: "simulated" });
  return { clock, device, siren };
}

/** A device whose addresses tell what it was asked; one that is away refuses all, and it may be deaf to one. */
async function startSirenDevice() {
  const device = { isAway: false, deaf: "", asked: [] as string[] };
  const server = createServer(({ url = "" }, response) => {
    device.asked.push(url);
    response.writeHead(device.isAway || url === device.deaf ? 500 : 200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const root = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  const at = (path: string) =>
    ({ kind: "http", openAddress: `${root}${path}/on`, closeAddress: `${root}${path}/off` }) as const;
  return Object.assign(device, { at });
}

function httpSiren() {
  const clock = new FakeClock();
  const makeDriver = (relay: RelayDriver) => {
    if (relay.kind !== "http") {
      throw new Error("this building has its siren on the network");
    }
    return new HttpSiren(relay);
  };
  return { clock, siren: new SirenFeature({ clock, log: silentLog, makeDriver }) };
}

describe("the siren of a building", () => {
  it("sounds until it is silenced, and says so only when its relay answered", async () => {
    const { siren, device } = setUp();
    expect(await siren.set({ on: true, forMs: MINUTE })).toEqual({ outcome: "sounding" });
    expect(device.isSounding).toBe(true);
    expect(await siren.set({ on: false, forMs: 1 })).toEqual({ outcome: "silent" });
    expect(device.isSounding).toBe(false);
  });

  it("begins once, however often it is told to sound", async () => {
    const { siren, device } = setUp();
    await Promise.all([1, 2, 3].map(() => siren.set({ on: true, forMs: MINUTE })));
    expect(device.timesSounded).toBe(1);
  });

  it("falls silent by itself when its time is over, counted from the last order", async () => {
    const { siren, device, clock } = setUp();
    await siren.set({ on: true, forMs: MINUTE });
    await clock.push(MINUTE / 2);
    await siren.set({ on: true, forMs: MINUTE });
    await clock.push(MINUTE / 2 + 1);
    expect(device.isSounding).toBe(true);
    await clock.push(MINUTE / 2);
    expect(device.isSounding).toBe(false);
  });

  it("says that it failed, and goes on trying to be silent", async () => {
    const { siren, device, clock } = setUp();
    await siren.set({ on: true, forMs: MINUTE });
    device.isBroken = true;
    expect(await siren.set({ on: false, forMs: 1 })).toEqual({ outcome: "failed" });
    expect(await siren.set({ on: true, forMs: MINUTE })).toEqual({ outcome: "failed" });
    expect(await siren.set({ on: false, forMs: 1 })).toEqual({ outcome: "failed" });
    device.isBroken = false;
    await clock.push(1001);
    expect(device.isSounding).toBe(false);
  });

  it("is silenced by the process after one that died while it sounded", async () => {
    const { device } = setUp();
    device.set(true);
    const next = new SirenFeature({
      clock: new FakeClock(),
      log: silentLog,
      makeDriver: () => new SimulatedSirenDriver(device),
    });
    next.configure({ kind: "simulated" });
    await settle();
    expect(device.isSounding).toBe(false);
  });

  it("is told again by that process until it answers, or is to sound", async () => {
    const device = new SimulatedSiren();
    device.set(true);
    device.isBroken = true;
    const clock = new FakeClock();
    const next = new SirenFeature({
      clock,
      log: silentLog,
      makeDriver: () => new SimulatedSirenDriver(device),
    });
    next.configure({ kind: "simulated" });
    await clock.push(20_000);
    expect(device.isSounding).toBe(true);
    device.isBroken = false;
    await clock.push(10_000);
    expect(device.isSounding).toBe(false);
    await next.set({ on: true, forMs: MINUTE });
    await clock.push(MINUTE / 2);
    expect(device.isSounding).toBe(true);
  });

  it("is not said to be silent while the one that it was before did not say so", async () => {
    const device = await startSirenDevice();
    const { clock, siren } = httpSiren();
    siren.configure(device.at("/first"));
    await siren.set({ on: true, forMs: MINUTE });
    device.isAway = true;
    siren.configure(device.at("/second"));
    expect(await siren.set({ on: false, forMs: 1 })).toEqual({ outcome: "failed" });
    device.isAway = false;
    device.asked.length = 0;
    // Nobody says it again.
    await clock.push(10_000);
    await expect.poll(() => device.asked).toContain("/first/off");
    expect(await siren.set({ on: false, forMs: 1 })).toEqual({ outcome: "silent" });
    device.asked.length = 0;
    expect(await siren.set({ on: false, forMs: 1 })).toEqual({ outcome: "silent" });
    expect(device.asked).toEqual(["/second/off"]);
  });

  it("forgets the one that it was before when that never answers, or it hangs elsewhere", async () => {
    const device = await startSirenDevice();
    const { clock, siren } = httpSiren();
    siren.configure(device.at("/first"));
    await siren.set({ on: true, forMs: MINUTE });
    device.deaf = "/first/off";
    siren.configure(device.at("/second"));
    expect(await siren.set({ on: false, forMs: 1 })).toEqual({ outcome: "failed" });
    await clock.push(SIREN_SOUNDS_MS);
    expect(await siren.set({ on: false, forMs: 1 })).toEqual({ outcome: "silent" });

    await siren.set({ on: true, forMs: MINUTE });
    device.deaf = "/second/off";
    siren.configure(null);
    siren.configure(device.at("/third"));
    expect(await siren.set({ on: false, forMs: 1 })).toEqual({ outcome: "silent" });
  });

  it("is off after a stop, and none where there is none", async () => {
    const { siren, device } = setUp();
    await siren.set({ on: true, forMs: MINUTE });
    siren.stop();
    expect(device.isSounding).toBe(false);
    siren.configure(null);
    expect(await siren.set({ on: true, forMs: MINUTE })).toEqual({ outcome: "none" });
    expect(device.timesSounded).toBe(1);
  });

  it("sounds no more after a stop, whatever order waits for its turn then", async () => {
    const device = await startSirenDevice();
    const { clock, siren } = httpSiren();
    siren.configure(device.at("/first"));
    const silenced = siren.set({ on: false, forMs: 1 });
    const sounded = siren.set({ on: true, forMs: MINUTE });
    siren.stop();
    expect(await Promise.all([silenced, sounded])).toEqual([{ outcome: "failed" }, { outcome: "failed" }]);
    await siren.settled();
    expect(device.asked).not.toContain("/first/on");
    expect(clock.pending).toBe(0);
  });

  it("on a relay of the network is asked by two addresses, and silenced by the stop", async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? "");
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    const root = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
    const driver = new HttpSiren({ kind: "http", openAddress: `${root}/on`, closeAddress: `${root}/off` });
    const told = new Promise<void>((resolve) =>
      server.on("request", ({ url }) => {
        if (url === "/off") {
          resolve();
        }
      }),
    );
    await driver.sound(new AbortController().signal);
    await driver.stop();
    await told;
    expect(asked).toEqual(["/on", "/off"]);
  });
});
