import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { FakeClock } from "../../../../testing/fake-clock.ts";
import { DeviceAway } from "../../../platform/device-request.ts";
import { type askRelay, RelayRefused } from "../../../platform/http-relay.ts";
import { silentLog } from "../../../platform/log.ts";
import { MayHaveMoved, MomentPassed } from "../door-driver.ts";
import { HttpDoor } from "./http-door.ts";

const parts = () => ({ clock: new FakeClock(), log: silentLog });

async function relay(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const asked: string[] = [];
  let hear: () => void = () => undefined;
  const heard = new Promise<void>((resolve) => {
    hear = resolve;
  });
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    hear();
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const root = `http://admin:hunter2@127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  const addresses = { open: `${root}/open?t=3`, close: `${root}/close`, letGo: null };
  const door = new HttpDoor({ addresses, ...parts() });
  return { door, asked, heard };
}
const order = (more: object = {}) => ({
  pulseMs: 3000,
  mayMove: () => undefined,
  signal: new AbortController().signal,
  ...more,
});

describe("a relay that is asked over HTTP", () => {
  it("opens and closes with one request each", async () => {
    const { door, asked } = await relay((_request, response) => response.end());
    await door.open(order());
    await door.close(order());
    expect(asked).toEqual(["/open?t=3", "/close"]);
  });

  it("has not moved when it refuses or cannot be reached, and its password is not told", async () => {
    const { door } = await relay((_request, response) => response.writeHead(403).end());
    const refused = await door.open(order()).catch((reason: unknown) => reason);
    expect(String(refused)).toContain("403");
    expect(refused).not.toBeInstanceOf(MayHaveMoved);
    const addresses = { open: "http://a:hunter2@127.0.0.1:9/", close: null, letGo: null };
    const away = new HttpDoor({ addresses, ...parts() });
    const error = await away.open(order()).catch((reason: unknown) => reason);
    expect(error).not.toBeInstanceOf(MayHaveMoved);
    expect(String(error)).toContain("ECONNREFUSED");
    expect(String(error)).not.toContain("hunter2");
    await expect(away.close(order())).rejects.toThrow("no address for closing");
  });

  it("may have moved when it hangs up without an answer or is in trouble, and is asked once", async () => {
    const { door, asked } = await relay((request) => request.socket.destroy());
    await expect(door.open(order())).rejects.toBeInstanceOf(MayHaveMoved);
    expect(asked).toEqual(["/open?t=3"]);
    const troubled = await relay((_request, response) => response.writeHead(502).end());
    await expect(troubled.door.open(order())).rejects.toBeInstanceOf(MayHaveMoved);
  });

  it("is heard also when it answers after the order's end", async () => {
    let answer: () => void = () => undefined;
    const { door, heard } = await relay((_request, response) => {
      answer = () => response.end();
    });
    const late = new AbortController();
    const open = door.open(order({ signal: late.signal }));
    await heard;
    late.abort();
    answer();
    await open;
  });

  it("may have moved when it is taken out of use before it has answered", async () => {
    const { door, heard } = await relay(() => undefined);
    const open = door.open(order()).catch((reason: unknown) => reason);
    await heard;
    await door.stop();
    expect(await open).toBeInstanceOf(MayHaveMoved);
  });

  it("is asked nothing when the order is over before there is a connection, or its moment has passed", async () => {
    const { door, asked } = await relay((_request, response) => response.end());
    const late = new AbortController();
    const open = door.open(order({ signal: late.signal })).catch((reason: unknown) => reason);
    late.abort();
    expect(String(await open)).toContain("ABORT_ERR");
    const mayMove = () => {
      throw new MomentPassed();
    };
    await expect(door.open(order({ mayMove }))).rejects.toBeInstanceOf(MomentPassed);
    expect(asked).toEqual([]);
  });
});

describe("a relay that does not time its pulse itself", () => {
  /** What was asked of the device, and what it does with it. */
  function setUp() {
    const clock = new FakeClock();
    const asked: string[] = [];
    const device = {
      connects: undefined as ((address: string) => Promise<void>) | undefined,
      answer: (_address: string): Promise<void> => Promise.resolve(),
    };
    const ask: typeof askRelay = async (address, { mayMove }) => {
      if (device.connects) {
        await device.connects(address);
      }
      mayMove?.();
      asked.push(address);
      await device.answer(address);
    };
    const addresses = { open: "on", close: null, letGo: "off" };
    const log = { ...silentLog, error: vi.fn() };
    const door = new HttpDoor({ addresses, clock, log, ask });
    door.start();
    return { clock, asked, device, door, complaints: log.error };
  }

  it("is let go when it is taken into hand, at each pulse's end, and at the stop", async () => {
    const { clock, asked, door } = setUp();
    expect(asked).toEqual(["off"]);
    await door.open(order());
    await clock.push(2999);
    expect(asked).toEqual(["off", "on"]);
    await clock.push(1);
    expect(asked).toEqual(["off", "on", "off"]);
    await clock.push(60_000);
    await door.open(order());
    await door.stop();
    expect(asked.slice(3)).toEqual(["on", "off"]);
    expect(clock.pending).toBe(0);
  });

  it("holds on for a second opening, and is asked again until it answers that it let go", async () => {
    const { clock, asked, device, door } = setUp();
    await door.open(order());
    await clock.push(2000);
    await door.open(order());
    device.answer = () => Promise.reject(new DeviceAway("ECONNREFUSED"));
    await clock.push(2999);
    expect(asked).toEqual(["off", "on", "on"]);
    expect(door.isNotAtRest).toBe(false);
    await clock.push(1);
    await clock.push(1000);
    expect(asked.slice(3)).toEqual(["off", "off"]);
    expect(door.isNotAtRest).toBe(true);
    device.answer = () => Promise.resolve();
    await clock.push(1000);
    expect(door.isNotAtRest).toBe(false);
    await clock.push(60_000);
    expect(asked.slice(3)).toEqual(["off", "off", "off"]);
    expect(clock.pending).toBe(0);
  });

  it("is asked ever less where it says yes without the text of a good answer, and that is complained of once", async () => {
    const { clock, asked, device, door, complaints } = setUp();
    await door.open(order());
    device.answer = () => Promise.reject(new RelayRefused(200, "the relay's answer is no yes"));
    await clock.push(3000);
    for (const pause of [1000, 2000, 4000, 8000, 10_000, 10_000]) {
      const soFar = asked.length;
      await clock.push(pause - 1);
      expect(asked).toHaveLength(soFar);
      await clock.push(1);
      expect(asked).toHaveLength(soFar + 1);
    }
    expect(complaints).toHaveBeenCalledTimes(1);
    device.answer = () => Promise.resolve();
    await clock.push(10_000);
    expect(clock.pending).toBe(0);
    // The next time is another one.
    await door.open(order());
    device.answer = () => Promise.reject(new DeviceAway("ECONNREFUSED"));
    await clock.push(5000);
    expect(complaints).toHaveBeenCalledTimes(2);
    await door.stop();
  });

  it("is told again while its door is free, as its power may have flickered, and no lost answer lets go", async () => {
    const { clock, asked, device, door } = setUp();
    await door.free?.hold(90_000);
    await clock.push(10_000);
    await door.free?.hold(90_000);
    expect(asked).toEqual(["off", "on"]);
    await clock.push(50_000);
    device.answer = () => Promise.reject(new DeviceAway("ECONNRESET", true));
    await door.free?.hold(90_000);
    await clock.push(1000);
    expect(asked).toEqual(["off", "on", "on"]);
    let isOn: () => void = () => undefined;
    const answersLate = new Promise<void>((resolve) => {
      isOn = resolve;
    });
    device.answer = (address) => (address === "on" ? answersLate : Promise.resolve());
    await clock.push(59_000);
    await door.free?.hold(90_000);
    await clock.push(1);
    void door.free?.letGo();
    await clock.push(1);
    expect(asked.slice(3)).toEqual(["on", "off"]);
    // It may have heard of the end first.
    isOn();
    await clock.push(1);
    await clock.push(1);
    expect(asked.slice(5)).toEqual(["off"]);
    await clock.push(120_000);
    expect(asked).toHaveLength(6);
    expect(clock.pending).toBe(0);
  });

  it("that did not let go is none of it while its door is free, and is again afterwards", async () => {
    const { clock, device, door } = setUp();
    await clock.push(1);
    device.answer = () => Promise.reject(new DeviceAway("ECONNREFUSED"));
    await door.open(order()).catch(() => undefined);
    await clock.push(6000);
    expect(door.isNotAtRest).toBe(true);
    device.answer = (address) =>
      address === "on" ? Promise.resolve() : Promise.reject(new RelayRefused(200, "still on"));
    await door.free?.hold(60_000);
    expect(door.isNotAtRest).toBe(false);
    await clock.push(61_000);
    expect(door.isNotAtRest).toBe(true);
    await door.stop();
  });

  it("is to be told once more where it was stopped beside an opening: it may hear of that last", async () => {
    const asked: string[] = [];
    const door = new HttpDoor({
      addresses: { open: "on", close: null, letGo: "off" },
      clock: new FakeClock(),
      log: silentLog,
      ask: async (address, { mayMove, signal }) => {
        mayMove?.();
        asked.push(address);
        if (address === "on") {
          await new Promise((_resolve, reject) => {
            signal.addEventListener("abort", () => reject(new DeviceAway("ABORT_ERR", true)));
          });
        }
      },
    });
    const opened = door.open(order()).catch((error: unknown) => error);
    await vi.waitFor(() => expect(asked).toEqual(["on"]));
    await door.stop();
    expect(await opened).toBeInstanceOf(MayHaveMoved);
    expect(door.mayBeHeld).toBe(true);
    await door.stop();
    expect(door.mayBeHeld).toBe(false);
    expect(asked).toEqual(["on", "off", "off"]);
  });

  it("is let go also when nobody knows whether it moved", async () => {
    const { clock, asked, device, door } = setUp();
    device.answer = () => Promise.reject(new DeviceAway("ECONNRESET", true));
    await expect(door.open(order())).rejects.toBeInstanceOf(MayHaveMoved);
    device.answer = () => Promise.resolve();
    await clock.push(3000);
    expect(asked).toEqual(["off", "on", "off"]);
  });

  it("keeps its door free until the lease is over, whatever pulses come, and lets go once it is not", async () => {
    const { clock, asked, device, door } = setUp();
    await door.free?.hold(60_000);
    await door.open(order());
    await clock.push(49_000);
    await door.free?.hold(60_000);
    await clock.push(59_999);
    expect(asked).toEqual(["off", "on", "on"]);
    await clock.push(1);
    expect(asked.slice(3)).toEqual(["off"]);
    await door.free?.hold(60_000);
    await door.open(order());
    void door.free?.letGo();
    await clock.push(2999);
    expect(asked.slice(4)).toEqual(["on", "on"]);
    await clock.push(1);
    expect(asked.slice(6)).toEqual(["off"]);
    device.answer = () => Promise.reject(new DeviceAway("ECONNREFUSED"));
    await expect(door.free?.hold(60_000)).rejects.toThrow("ECONNREFUSED");
    device.answer = () => Promise.resolve();
    await clock.push(2000);
    expect(asked.slice(7)).toEqual(["on", "off"]);
    expect(clock.pending).toBe(0);
  });

  it("is let go once more where its device says that it is on after it said that it let go", async () => {
    const { clock, asked, device, door } = setUp();
    await clock.push(1000);
    let isOn: () => void = () => undefined;
    const answersLate = new Promise<void>((resolve) => {
      isOn = resolve;
    });
    device.answer = (address) => (address === "on" ? answersLate : Promise.resolve());
    const held = door.free?.hold(60_000);
    await clock.push(100);
    void door.free?.letGo();
    await clock.push(100);
    expect(asked).toEqual(["off", "on", "off"]);
    isOn();
    await held;
    await clock.push(1);
    expect(asked).toEqual(["off", "on", "off", "off"]);
    await clock.push(60_000);
    expect(asked).toHaveLength(4);
    expect(clock.pending).toBe(0);
  });

  it("stays held where an earlier time, which is over, fails only then", async () => {
    const { clock, asked, device, door } = setUp();
    await clock.push(1000);
    let fail: () => void = () => undefined;
    const failsLate = new Promise<void>((_resolve, reject) => {
      fail = () => reject(new DeviceAway("ECONNRESET", true));
    });
    device.answer = (address) => (address === "on" ? failsLate : Promise.resolve());
    const first = door.free?.hold(60_000).catch((error: unknown) => error);
    await clock.push(100);
    void door.free?.letGo();
    await clock.push(100);
    device.answer = () => Promise.resolve();
    await door.free?.hold(60_000);
    fail();
    expect(await first).toBeInstanceOf(MayHaveMoved);
    await clock.push(59_999);
    expect(asked).toEqual(["off", "on", "off", "on"]);
    await clock.push(1);
    expect(asked.slice(4)).toEqual(["off"]);
    expect(clock.pending).toBe(0);
  });

  it("is not let go beside what is on its way to it, and is afterwards where that never left", async () => {
    const { clock, asked, device, door } = setUp();
    await door.open(order());
    device.answer = () => Promise.reject(new DeviceAway("ECONNREFUSED"));
    await clock.push(3500);
    expect(asked).toEqual(["off", "on", "off"]);
    device.answer = () => Promise.resolve();
    // It is to let go again in half a second, which is before there is a connection.
    let connect: () => void = () => undefined;
    let refuse: () => void = () => undefined;
    const connectsLate = () =>
      new Promise<void>((resolve, reject) => {
        connect = resolve;
        refuse = () => reject(new DeviceAway("ECONNREFUSED"));
      });
    device.connects = (address) => (address === "on" ? connectsLate() : Promise.resolve());
    const held = door.free?.hold(60_000);
    await clock.push(900);
    expect(asked).toHaveLength(3);
    connect();
    await held;
    await clock.push(59_000);
    expect(asked.slice(3)).toEqual(["on"]);
    await clock.push(100);
    expect(asked.slice(4)).toEqual(["off"]);
    const opened = door.open(order());
    await clock.push(100);
    connect();
    await opened;
    await clock.push(2500);
    const again = door.open(order()).catch(String);
    await clock.push(1000);
    expect(asked.slice(5)).toEqual(["on"]);
    refuse();
    expect(await again).toContain("ECONNREFUSED");
    await clock.push(1);
    expect(asked.slice(6)).toEqual(["off"]);
    await clock.push(60_000);
    expect(asked).toHaveLength(7);
    expect(clock.pending).toBe(0);
  });

  it("says that it rests when its device does, with the text of a good answer", async () => {
    const { clock, device, door } = setUp();
    await door.free?.hold(60_000);
    device.answer = () => Promise.reject(new RelayRefused(200, "the relay's answer is no yes"));
    const told: string[] = [];
    const letGo = async () => {
      await door.free?.letGo();
      told.push("rests");
    };
    void letGo();
    void letGo();
    await clock.push(60_000);
    expect(told).toEqual([]);
    device.answer = () => Promise.resolve();
    await clock.push(10_000);
    expect(told).toEqual(["rests", "rests"]);
    // Nothing is to be waited for then.
    expect(door.free?.letGo()).toBeUndefined();
    await door.free?.hold(60_000);
    device.answer = () => new Promise(() => undefined);
    void letGo();
    void door.stop();
    await clock.push(1);
    expect(told).toHaveLength(3);
  });

  it("is none that can only pulse", async () => {
    const { door } = await relay((_request, response) => response.end());
    expect(door.free).toBeUndefined();
  });
});
