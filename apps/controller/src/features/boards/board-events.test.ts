import { expect, it } from "vitest";
import { FakeClock } from "../../../testing/fake-clock.ts";
import { newStore } from "../../../testing/store.ts";
import type { NewFact } from "../../platform/facts.ts";
import { silentLog } from "../../platform/log.ts";
import type { Store } from "../../platform/store.ts";
import { BoardEvents } from "./board-events.ts";
import type { BoardLine } from "./board-line.ts";
import { type BoardEvent, type Command, packetOf } from "./packets.ts";
import { WallClock } from "./wall-clock.ts";

const SERIAL = 7;
const CARD = 5_732_768;

/** A board's log, asked as over its line. */
class Log implements Pick<BoardLine, "ask"> {
  events = new Map<number, BoardEvent>();
  last = 0;
  /** Numbers begin anew after this one. */
  most = 100_000;
  oldest = 1;

  swipe(): void {
    this.last = this.last === this.most ? 1 : this.last + 1;
    const time = "2026-07-14 10:00:00";
    const event = { index: this.last, type: 1, isGranted: true, door: 1, card: CARD, time, reason: 1 };
    this.events.set(this.last, event);
  }

  async ask<Reply>(command: Command<Reply>): Promise<Reply> {
    const asked = packetOf(SERIAL, command).readUInt32LE(8);
    const index = asked === 0 ? this.oldest : asked;
    const event = this.events.get(index);
    const answer = packetOf(SERIAL, {
      code: command.code,
      write: (bytes) => {
        bytes.writeUInt32LE(event || index < this.oldest ? index : 0, 8);
        bytes.writeUInt8(index < this.oldest ? 0xff : (event?.type ?? 0), 12);
        if (event && index >= this.oldest) {
          bytes.set([1, event.door, 1], 13);
          bytes.writeUInt32LE(event.card, 16);
          bytes.write("20260714100000", 20, "hex");
          bytes.writeUInt8(event.reason, 27);
        }
      },
    });
    const reply = command.read(answer);
    if (reply === undefined) {
      throw new Error("no answer");
    }
    return reply;
  }
}

/** A process that fetches, with a disk that others had before it. */
function newEvents(store: Store, onFact: (fact: NewFact) => void = () => undefined) {
  const told: NewFact[] = [];
  const disk = { isOnDisk: true };
  const events = new BoardEvents(SERIAL, {
    store,
    facts: {
      record: (fact, alongside) => {
        onFact(fact);
        told.push(fact);
        if (disk.isOnDisk) {
          alongside?.();
        }
        return disk.isOnDisk;
      },
      get isOnDisk() {
        return disk.isOnDisk;
      },
    },
    clock: new FakeClock(),
    wall: () => new WallClock("America/Bogota"),
    relayAt: () => "0190a0c0-0000-7000-8000-000000000001",
    readerAt: () => "0190a0c0-0000-7000-8000-000000000001",
    contactAt: () => "0190a0c0-0000-7000-8000-000000000001",
    swipe: () => undefined,
    explain: () => undefined,
    letOut: () => undefined,
    findCard: () => undefined,
    onRestarted: () => undefined,
    log: silentLog,
  });
  const kinds = () => told.map(({ kind }) => kind);
  return { events, told, kinds, disk };
}

it("begins with what comes after the building has the board, and keeps where it is across processes", async () => {
  const [store, log] = [newStore(), new Log()];
  log.swipe();
  const first = newEvents(store);
  await first.events.follow(log, log.last, undefined);
  expect(first.told).toEqual([]);
  log.swipe();
  await first.events.follow(log, log.last, undefined);
  const second = newEvents(store);
  await second.events.follow(log, log.last, undefined);
  expect([first.kinds(), second.kinds()]).toEqual([["access-decided", "door-opened"], []]);
});

it("a process that died between an event's two facts is followed by one that tells the second alone", async () => {
  const [store, log] = [newStore(), new Log()];
  await newEvents(store).events.follow(log, 0, undefined);
  log.swipe();
  const dying = newEvents(store, ({ kind }) => {
    if (kind === "door-opened") {
      throw new Error("killed");
    }
  });
  await expect(dying.events.follow(log, log.last, undefined)).rejects.toThrow("killed");
  const next = newEvents(store);
  await next.events.follow(log, log.last, undefined);
  expect([dying.kinds(), next.kinds()]).toEqual([["access-decided"], ["door-opened"]]);
  const [decided, opened] = [dying.told[0], next.told[0]];
  expect(decided?.kind === "access-decided" && opened?.kind === "door-opened").toBe(true);
  expect(decided && "accessId" in decided && decided.accessId).toBe(
    opened && "openingId" in opened && opened.openingId,
  );
});

it("goes on where the board's numbers begin anew, and counts what was written over", async () => {
  const [store, log] = [newStore(), new Log()];
  log.most = 5;
  const { events, told } = newEvents(store);
  await events.follow(log, 0, undefined);
  for (let swipes = 0; swipes < 4; swipes += 1) {
    log.swipe();
  }
  await events.follow(log, log.last, undefined);
  for (let swipes = 0; swipes < 3; swipes += 1) {
    log.swipe();
  }
  expect(log.last).toBe(2);
  await events.follow(log, log.last, undefined);
  expect([told.length, events.lost]).toEqual([14, 0]);
  log.most = 100_000;
  for (let swipes = 0; swipes < 6; swipes += 1) {
    log.swipe();
  }
  log.oldest = 6;
  await events.follow(log, log.last, undefined);
  expect([told.length, events.lost]).toEqual([20, 3]);
});

it("another log in its place is read from its beginning", async () => {
  const [store, log] = [newStore(), new Log()];
  const { events, told } = newEvents(store);
  await events.follow(log, 0, undefined);
  log.swipe();
  log.swipe();
  await events.follow(log, log.last, undefined);
  const other = new Log();
  other.swipe();
  await events.follow(other, other.last, undefined);
  expect(told).toHaveLength(6);
});

it("a disk that takes nothing stops nobody at a door, and what memory had is fetched again by who comes after", async () => {
  const [store, log] = [newStore(), new Log()];
  const { events, told, disk } = newEvents(store);
  await events.follow(log, 0, undefined);
  disk.isOnDisk = false;
  log.swipe();
  log.swipe();
  await events.follow(log, log.last, undefined);
  // Power is gone before the disk took them.
  const next = newEvents(store);
  await next.events.follow(log, log.last, undefined);
  expect(next.told).toEqual(told);
  expect(told).toHaveLength(4);
});
