import { mkdtemp, rm, symlink, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bitOrders, type LineForm, lineDigits } from "@umbral/contract/cards/wiegand-lines";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { FakeClock } from "../../../../testing/fake-clock.ts";
import {
  CARD,
  newWiegandBridge,
  newWiegandPort,
  SimulatedWiegandBoard,
} from "../../../../testing/wiegand-board.ts";
import { systemClock } from "../../../platform/clock.ts";
import { silentLog } from "../../../platform/log.ts";
import { LINE_TROUBLE, openStream, type StreamListener } from "../serial/byte-stream.ts";
import { WiegandSerialReader } from "./wiegand-serial-reader.ts";

const HEXADECIMAL: LineForm = {
  prefix: "",
  digits: "hexadecimal",
  hasParity: true,
  bits: "before",
  order: "number",
};
const MISREAD = CARD.bits.replace(/^1/, "0");

/** A driver on a line in memory, with what it told. */
async function listening(form: LineForm = HEXADECIMAL, end?: string) {
  const board = new SimulatedWiegandBoard(form, end);
  const open: StreamListener[] = [];
  const told: string[] = [];
  const clock = new FakeClock();
  const driver = new WiegandSerialReader({
    line: "/dev/ttyUSB0",
    baud: 9600,
    form,
    hasKeypad: true,
    clock,
    log: silentLog,
    open: async (_line, _baud, listener) => {
      open.push(listener);
      const unplug = board.plug((bytes) => listener.onData(bytes));
      return {
        write: () => told.push("written"),
        close: () => {
          unplug();
          open.splice(open.indexOf(listener), 1);
        },
      };
    },
  });
  const start = () =>
    driver.start(
      (tag) => told.push(tag),
      (why) => told.push(why.message),
      (keys) => told.push(`key ${keys}`),
    );
  await start();
  return { board, open, told, driver, clock, start };
}

describe("a Wiegand reader behind a board that prints lines", () => {
  it("tells of cards and keys, once and in their order", async () => {
    const { board, told } = await listening();
    board.swipe(CARD.bits);
    board.press("1", 4);
    board.press("9", 8);
    board.press("#", 8);
    board.press("*", 4);
    expect(told).toEqual([CARD.tag, "key 1", "key 9", "key #", "key *"]);
  });

  it("reads every form that the board may have, wherever its bytes are cut", async () => {
    for (const digits of lineDigits) {
      for (const order of bitOrders) {
        for (const hasParity of digits === "facility-number" ? [false] : [true, false]) {
          for (const bits of [26, "before", "after"] as const) {
            const form = { prefix: "W:", digits, order, hasParity, bits };
            for (const end of ["\n", "\r", "\r\n", "\u0003\u0002"]) {
              const { board, told } = await listening(form, end);
              const frame = digits === "binary" && !hasParity ? CARD.bits.slice(1, -1) : CARD.bits;
              const say = board.say.bind(board);
              board.say = (text) => {
                for (const character of String(text)) {
                  say(character);
                }
              };
              board.swipe(frame);
              expect({ form, told }).toEqual({ form, told: [CARD.tag] });
            }
          }
        }
      }
    }
  });

  it("never makes a card of a wrong parity or another form, says so, and reads the next card", async () => {
    const { board, told, driver } = await listening();
    expect(driver.condition()).toEqual({ isSecure: null, isTampered: false, hasPower: true });
    board.swipe(MISREAD);
    expect(driver.condition().damage).toContain("paridad");
    board.say("26:9273000199\r\n");
    expect(driver.condition().damage).toContain("bits");
    board.say("hola\r\n\r\n\r\n");
    expect(driver.condition().damage).toContain("forma elegida");
    board.say(`26:${"0".repeat(5000)}2730001\r\n`);
    expect([told, driver.condition().damage]).toEqual([[], expect.stringContaining("forma elegida")]);
    board.swipe(CARD.bits);
    expect([told, driver.condition().damage]).toEqual([[CARD.tag], undefined]);
  });

  it("says that another prefix comes, and takes the board's other lines for no news once it was read", async () => {
    const { board, told, driver } = await listening({ ...HEXADECIMAL, prefix: "CARD=" });
    board.say("Wiegand converter ready\r\n");
    expect(driver.condition().damage).toContain("prefijo");
    board.swipe(CARD.bits);
    board.say("uptime 7 days\r\n");
    expect([told, driver.condition().damage]).toEqual([[CARD.tag], undefined]);
  });

  it("lets go of a line on which more comes than a board can say, and listens to it again", async () => {
    const { board, told, driver, open, clock, start } = await listening();
    for (let sent = 0; sent < 70; sent += 1) {
      board.say(`${"x".repeat(1022)}\r\n`);
    }
    expect([open.length, told]).toEqual([0, [expect.stringContaining("mucho más de lo que un lector")]]);
    await clock.push(5000);
    await start();
    board.swipe(CARD.bits);
    expect(told.slice(1)).toEqual([CARD.tag]);
    driver.stop();
  });

  it("lives through whatever comes over the line, and never writes to it", async () => {
    const noise = fc.uint8Array({ maxLength: 2000 });
    await fc.assert(
      fc.asyncProperty(fc.array(noise, { maxLength: 20 }), async (noises) => {
        const { board, told, driver, open } = await listening();
        for (const bytes of noises) {
          board.say(Buffer.from(bytes));
        }
        const before = told.length;
        board.say("\n");
        board.swipe(CARD.bits);
        expect(told.slice(before)).toContain(CARD.tag);
        expect(told).not.toContain("written");
        driver.stop();
        expect(open).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it("says that its line is gone, once, and tells nothing more when it is stopped", async () => {
    const { board, told, driver, open, start } = await listening();
    open[0]?.onEnd();
    expect([told, open.length]).toEqual([[LINE_TROUBLE], 0]);
    await start();
    const listener = open[0];
    driver.stop();
    board.swipe(CARD.bits);
    listener?.onData(Buffer.from("26:2730001\r\n"));
    listener?.onEnd();
    expect([told, open.length]).toEqual([[LINE_TROUBLE], 0]);
  });

  it("leaves nothing open when it is stopped while it starts", async () => {
    const { driver, open, start } = await listening();
    const starting = start();
    driver.stop();
    await expect(starting).rejects.toThrow(LINE_TROUBLE);
    expect(open).toEqual([]);
  });
});

describe("over a real line", () => {
  const board = () => new SimulatedWiegandBoard(HEXADECIMAL);
  const driverOf = (line: string) => {
    const driver = new WiegandSerialReader({
      line,
      baud: 115_200,
      form: HEXADECIMAL,
      hasKeypad: false,
      open: openStream,
      clock: systemClock(),
      log: silentLog,
    });
    onTestFinished(() => driver.stop());
    return driver;
  };
  /** Listens, and gives the first card, or why there will be none. */
  const firstCard = (driver: WiegandSerialReader, swipe: () => void): Promise<string> =>
    new Promise((resolve, reject) => {
      driver.start(resolve, reject, () => undefined).then(swipe, reject);
    });

  it("of a serial port: a card is read, also after it was closed and opened at once", async () => {
    const wiegand = board();
    const { line } = await newWiegandPort(wiegand);
    const driver = driverOf(line);
    expect(await firstCard(driver, () => wiegand.swipe(CARD.bits))).toBe(CARD.tag);
    driver.stop();
    expect(await firstCard(driver, () => wiegand.swipe(CARD.bits))).toBe(CARD.tag);
  });

  it("of a serial port that is pulled out: it says so, and that it is not there", async () => {
    const { line, pullOut } = await newWiegandPort(board());
    await expect(firstCard(driverOf(line), pullOut)).rejects.toThrow(LINE_TROUBLE);
    await expect(firstCard(driverOf("/dev/that-is-not-there"), pullOut)).rejects.toThrow(LINE_TROUBLE);
  });

  it("of a serial port whose name is gone while the port itself ends in silence: that is said", async () => {
    const { line } = await newWiegandPort(board());
    const folder = await mkdtemp(join(tmpdir(), "umbral-port-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    // As udev names an adapter, and takes its name away.
    const name = join(folder, "adapter");
    await symlink(line, name);
    const driver = driverOf(name);
    await expect(firstCard(driver, () => void unlink(name))).rejects.toThrow(LINE_TROUBLE);
  });

  it("of a bridge: a card is read, and when it goes away that is said", async () => {
    const wiegand = board();
    const { line, plugged, close } = await newWiegandBridge(wiegand);
    const driver = driverOf(line);
    const isPlugged = plugged();
    const swiped = firstCard(driver, () => void isPlugged.then(() => wiegand.swipe(CARD.bits)));
    expect(await swiped).toBe(CARD.tag);
    driver.stop();
    await expect(firstCard(driver, () => void close())).rejects.toThrow(LINE_TROUBLE);
    await expect(firstCard(driver, () => undefined)).rejects.toThrow(LINE_TROUBLE);
  });
});
