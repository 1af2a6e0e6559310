import { expect, it, onTestFinished } from "vitest";
import { newBoard } from "../../../testing/uhppote.ts";
import { systemClock } from "../../platform/clock.ts";
import { silentLog } from "../../platform/log.ts";
import { Board } from "./board.ts";
import { BoardLine } from "./board-line.ts";

it("a board is told soon what changed while it was being told", async () => {
  const device = await newBoard();
  const clock = systemClock();
  const line = new BoardLine({ place: device.place, serial: device.serial, clock });
  let seconds = 4;
  const board: Board = new Board({
    line,
    events: { follow: async () => undefined, doubt: () => undefined },
    clock,
    wall: () => null,
    doors: () => new Map([[1, seconds]]),
    mayDecide: () => {
      // Its doors are told by now; somebody sets one up anew.
      if (seconds === 4) {
        seconds = 9;
        board.remind();
      }
      return true;
    },
    onPresent: () => undefined,
    log: silentLog,
  });
  onTestFinished(() => board.close());
  await expect.poll(() => device.control[0]?.seconds, { timeout: 5000 }).toBe(9);
});
