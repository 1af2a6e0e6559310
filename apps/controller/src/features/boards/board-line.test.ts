import { createSocket } from "node:dgram";
import { expect, it, onTestFinished } from "vitest";
import { FakeClock } from "../../../testing/fake-clock.ts";
import { newBoard } from "../../../testing/uhppote.ts";
import { type Clock, systemClock } from "../../platform/clock.ts";
import { BoardLine } from "./board-line.ts";
import { askControl, askEvent, askStatus, openDoor, setControl } from "./packets.ts";

function newLine(
  place: string,
  serial: number,
  parts: { clock?: Clock; onNews?: () => void } = {},
): BoardLine {
  const line = new BoardLine({ place, serial, clock: systemClock(), ...parts });
  onTestFinished(() => line.close());
  return line;
}

it("asks one thing at a time, and somebody at a door before all that waits", async () => {
  const board = await newBoard();
  const line = newLine(board.place, board.serial);
  const onLeaving = () => undefined;
  await Promise.all([
    line.ask(askStatus),
    line.ask(askControl(1)),
    line.ask(setControl(1, { state: 3, seconds: 7 })),
    line.ask(openDoor(2), { isUrgent: true, once: { withinMs: 1000, onLeaving } }),
  ]);
  expect(board.asked).toEqual([0x20, 0x40, 0x82, 0x80]);
  expect([board.openings, board.control[0]]).toEqual([
    [{ door: 2, why: "remote" }],
    { state: 3, seconds: 7 },
  ]);
});

it("an order that is not answered is sent once, and its late answer is never taken for the next one's", async () => {
  const board = await newBoard();
  const clock = new FakeClock();
  const line = newLine(board.place, board.serial, { clock });
  const open = () => line.ask(openDoor(1), { once: { withinMs: 30, onLeaving: () => undefined } });
  const openUnanswered = async () => {
    const before = board.openings.length;
    board.unanswered.add(0x40);
    const silent = expect(open()).rejects.toMatchObject({ kind: "silent" });
    await expect.poll(() => board.openings.length).toBe(before + 1);
    await clock.push(30);
    await silent;
  };
  await openUnanswered();
  expect(board.asked).toEqual([0x40]);
  // The next one leaves only when the board has shown that it is past the first.
  board.unanswered.clear();
  await expect(open()).resolves.toBe(true);
  expect(board.asked).toEqual([0x40, 0x20, 0x40]);
  await openUnanswered();
  // A board that says nothing at all is not even asked to open.
  board.isUnplugged = true;
  const silent = expect(open()).rejects.toMatchObject({ kind: "silent" });
  await clock.push(3 * 400);
  await silent;
  board.isUnplugged = false;
  expect(board.openings).toHaveLength(3);
});

it("asks again what may be asked twice, and says what came when it was no answer", async () => {
  const board = await newBoard();
  const line = newLine(board.place, board.serial);
  board.unanswered.add(0x20);
  const asking = line.ask(askStatus);
  await expect.poll(() => board.asked.length).toBe(1);
  board.unanswered.clear();
  await expect(asking).resolves.toMatchObject({ lastIndex: 0 });
  board.isNonsense = true;
  await expect(line.ask(askStatus)).rejects.toMatchObject({ kind: "nonsense" });
  board.isNonsense = false;
  await expect(line.ask(askEvent(5))).resolves.toMatchObject({ index: 0, type: 0 });
});

it("a flood from elsewhere and answers of another board are none", async () => {
  const board = await newBoard();
  let news = 0;
  const line = newLine(board.place, board.serial + 1, {
    onNews: () => {
      news += 1;
    },
  });
  const { port } = await line.ownAddress();
  const stranger = createSocket("udp4");
  onTestFinished(() => void stranger.close());
  const asking = line.ask(askStatus);
  for (let sent = 0; sent < 50; sent += 1) {
    stranger.send(Buffer.alloc(64, 0x17), port, "127.0.0.1");
  }
  await expect(asking).rejects.toMatchObject({ kind: "nonsense" });
  expect(news).toBe(0);
});
