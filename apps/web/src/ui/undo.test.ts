import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { somebody } from "../../testing/screens/people.ts";
import { session } from "../lib/useSession.ts";
import { closeDialogs, dialogQueue } from "./dialogs.ts";
import { dismissNotices, notices } from "./notices.ts";
import { offerToUndo } from "./undo.ts";

const words = { done: "La tarjeta quedó desactivada.", undone: "La tarjeta abre otra vez." };
const told = () => notices.current().map(({ text }) => text);

beforeEach(() => {
  vi.useFakeTimers();
  session.begin(somebody("ADMINISTRADOR", "Alberto Administrador"));
});
afterEach(() => {
  vi.useRealTimers();
  dismissNotices();
  closeDialogs();
  session.end("sign-out");
});

test("what was done is taken back by a press, and that it was is said", async () => {
  const takeBack = vi.fn(async () => undefined);
  offerToUndo(words, takeBack);
  notices.current()[0]?.action?.run();
  await vi.advanceTimersByTimeAsync(0);
  expect([takeBack.mock.calls.length, told()]).toEqual([1, [words.done, words.undone]]);
});

for (const [how, end] of [
  ["was taken back", () => Promise.resolve()],
  ["could not be taken back", () => Promise.reject(new Error("refused"))],
] as const) {
  test(`that it ${how} is told to nobody after who pressed has left`, async () => {
    offerToUndo(words, async () => {
      session.end("sign-out");
      dismissNotices();
      await end();
    });
    notices.current()[0]?.action?.run();
    await vi.advanceTimersByTimeAsync(0);
    expect([told(), dialogQueue.current()]).toEqual([[], null]);
  });
}
