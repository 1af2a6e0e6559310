import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { describe, expect, it, onTestFinished } from "vitest";
import { newOsdpBridge } from "../../../../testing/osdp-bridge.ts";
import { SimulatedOsdpReader } from "../../../../testing/osdp-reader.ts";
import { systemClock } from "../../../platform/clock.ts";
import { silentLog } from "../../../platform/log.ts";
import { OsdpReader } from "../drivers/osdp-reader.ts";
import { OsdpLines } from "../osdp/line.ts";
import { LINE_TROUBLE, openStream } from "./byte-stream.ts";

const CARD = { bits: "10011100110000000000000001", tag: "398000" };

const nothing = () => undefined;

function driverOf(line: string) {
  const lines = new OsdpLines(openStream, systemClock());
  return new OsdpReader({ line, baud: 115_200, address: 3, key: null, lines, log: silentLog });
}

/** Listens, and gives the first card, or why there will be none. */
async function firstCard(driver: OsdpReader, swipe: () => void): Promise<string> {
  onTestFinished(() => driver.stop());
  return new Promise((resolve, reject) => {
    driver.start(resolve, reject, nothing, nothing).then(swipe, reject);
  });
}

describe("a line behind a bridge on the network", () => {
  it("carries cards, and closes when nobody listens", async () => {
    const reader = new SimulatedOsdpReader(3);
    const { line, sockets } = await newOsdpBridge(reader);
    const driver = driverOf(line);
    expect(await firstCard(driver, () => reader.swipe(CARD.bits))).toBe(CARD.tag);
    const [socket] = sockets;
    const closed = socket && once(socket, "close");
    driver.stop();
    await closed;
    expect(sockets).toHaveLength(1);
  });

  it("tells when the bridge goes away, and that there is none", async () => {
    const reader = new SimulatedOsdpReader(3);
    const { line, close } = await newOsdpBridge(reader);
    await expect(firstCard(driverOf(line), close)).rejects.toThrow(LINE_TROUBLE);
    await expect(firstCard(driverOf(line), () => undefined)).rejects.toThrow(LINE_TROUBLE);
  });
});

describe("a serial port", () => {
  it("carries cards", async () => {
    const reader = new SimulatedOsdpReader(3);
    // A terminal of the kernel's own: `script` holds its one end, and names the other.
    const terminal = spawn("script", ["-qec", "stty raw -echo && tty && exec sleep 3600", "/dev/null"]);
    onTestFinished(() => void terminal.kill("SIGKILL"));
    const [path] = await once(createInterface(terminal.stdout), "line");
    terminal.stdout.on("data", (bytes: Buffer) => terminal.stdin.write(Buffer.concat(reader.receive(bytes))));
    const driver = driverOf(String(path).trim());
    expect(await firstCard(driver, () => reader.swipe(CARD.bits))).toBe(CARD.tag);
    // Closed and opened again at once, as when a door's settings change.
    driver.stop();
    expect(await firstCard(driver, () => reader.swipe(CARD.bits))).toBe(CARD.tag);
  });

  it("that is not there says so", async () => {
    const driver = driverOf("/dev/that-is-not-there");
    await expect(firstCard(driver, () => undefined)).rejects.toThrow(LINE_TROUBLE);
  });
});
