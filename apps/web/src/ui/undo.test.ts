import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CallRefused } from "../lib/failures.ts";
import { closeDialogs, dialogQueue } from "./dialogs.ts";
import { dismissNotices, notices } from "./notices.ts";
import { offerToUndo } from "./undo.ts";

const words = { done: "La tarjeta quedó desactivada.", undone: "La tarjeta abre otra vez." };
const told = () => notices.current().map(({ text }) => text);

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  dismissNotices();
  closeDialogs();
});

test("what was done is taken back by a press, and that it was is said", async () => {
  const takeBack = vi.fn(async () => undefined);
  offerToUndo(words, takeBack);
  notices.current()[0]?.action?.run();
  await vi.advanceTimersByTimeAsync(0);
  expect([takeBack.mock.calls.length, told()]).toEqual([1, [words.done, words.undone]]);
});

test("that it could not be taken back is said as well", async () => {
  offerToUndo(words, () =>
    Promise.reject(new CallRefused({ code: "BAD_REQUEST", status: 400, message: "No." })),
  );
  notices.current()[0]?.action?.run();
  await vi.advanceTimersByTimeAsync(0);
  expect([told(), dialogQueue.current()?.text]).toEqual([[words.done], "No."]);
});
