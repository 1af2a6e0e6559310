import { randomBytes } from "node:crypto";
import { onTestFinished } from "vitest";
import { OsdpReader } from "../src/features/cards/drivers/osdp-reader.ts";
import { OsdpLines } from "../src/features/cards/osdp/line.ts";
import type { ReaderKey } from "../src/features/cards/osdp/session.ts";
import { type TroubleReason, troubleSentences } from "../src/features/cards/osdp/trouble.ts";
import type { OpenStream, StreamListener } from "../src/features/cards/serial/byte-stream.ts";
import { silentLog } from "../src/platform/log.ts";
import { FakeClock } from "./fake-clock.ts";
import type { SimulatedOsdpReader } from "./osdp-reader.ts";

/** A card of 26 bits, as the reader's lines carry it and as it is registered. */
export const CARD = { bits: "10011100110000000000000001", tag: "398000" };
export const MISREAD = CARD.bits.replace(/^1/, "0");

/** A line in memory: what is written reaches every reader on it, and their answers come back. */
export function newLine() {
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

export function newKey(isInstalled = false) {
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
export function listenTo(line: Line, address: number, key: ReaderKey | null = null, baud = 9600) {
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

export const sentence = (reason: TroubleReason): string => troubleSentences[reason];
