import { expect, it, onTestFinished } from "vitest";
import { FakeClock } from "../../../testing/fake-clock.ts";
import { silentLog } from "../../platform/log.ts";
import { BoardCards } from "./board-cards.ts";
import { type BoardCard, type Command, codes, packetOf } from "./packets.ts";

const BODY_AT = 8;
const card = (number: number): BoardCard => ({
  ...{ number, from: "2000-01-01", to: "2099-12-31" },
  doors: [1, 0, 0, 0],
});

/** A board that is empty at the beginning, and what it is told. */
function setUp() {
  const numbers = new Set<number>();
  const state = { isAnswerLost: false, isFull: false, wanted: [card(7)] };
  const line = {
    async ask<Reply>(command: Command<Reply>): Promise<Reply> {
      const packet = packetOf(1, command);
      const number = packet.readUInt32LE(BODY_AT);
      const answer = Buffer.alloc(packet.length);
      if (command.code === codes.putCard && !state.isFull) {
        numbers.add(number);
      } else if (command.code === codes.deleteCard) {
        numbers.delete(number);
      }
      const isDone = command.code === codes.putCard && state.isFull ? 0 : 1;
      answer.writeUInt32LE(command.code === codes.countCards ? numbers.size : isDone, BODY_AT);
      const reply = command.read(answer);
      if (state.isAnswerLost || reply === undefined) {
        throw new Error("no answer");
      }
      return reply;
    },
  };
  const clock = new FakeClock();
  const cards = new BoardCards({
    line,
    clock,
    expected: () =>
      Promise.resolve({ cards: new Map(state.wanted.map((one) => [one.number, one])), leftOut: 0 }),
    log: silentLog,
  });
  onTestFinished(() => cards.stop());
  return { numbers, state, clock, cards };
}

it("a card that a board took without a word is deleted there with its holder's access", async () => {
  const { numbers, state, clock, cards } = setUp();
  state.wanted = [];
  cards.readAnew();
  await clock.push(100);
  state.wanted = [card(7)];
  state.isAnswerLost = true;
  cards.align();
  await clock.push(100);
  expect([...numbers]).toEqual([7]);
  state.isAnswerLost = false;
  state.wanted = [];
  cards.align();
  await clock.push(6000);
  expect([...numbers]).toEqual([]);
});

it("a card whose putting was not answered is put again, and one that is not taken is not said to be there", async () => {
  const { state, clock, cards } = setUp();
  state.isFull = true;
  cards.readAnew();
  await clock.push(100);
  expect(cards.figures).toMatchObject({ cards: 0, cardsExpected: 1 });
  state.isFull = false;
  state.isAnswerLost = true;
  cards.align();
  await clock.push(100);
  state.isAnswerLost = false;
  await clock.push(6000);
  expect(cards.figures).toMatchObject({ cards: 1, cardsExpected: 1 });
});
