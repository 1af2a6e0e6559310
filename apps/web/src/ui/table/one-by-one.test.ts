import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { idOf, somebody } from "../../../testing/screens/people.ts";
import { CallRefused } from "../../lib/failures.ts";
import { session } from "../../lib/useSession.ts";
import { oneByOne } from "./one-by-one.ts";

const alberto = { ...somebody("ADMINISTRADOR", "Alberto Administrador"), token: "of alberto" };
const asAna = somebody("ADMINISTRADOR", "Ana Administradora");
const ana = { ...asAna, token: "of ana", user: { ...asAna.user, id: idOf(0x01a) } };

beforeEach(() => {
  vi.useFakeTimers();
  session.begin(alberto);
});
afterEach(() => {
  vi.useRealTimers();
  session.end("sign-out");
});

test("what is refused of one stops no other, also where news of the person come meanwhile", async () => {
  const error = new Error("refused");
  const outcomes = await oneByOne(["a", "b", "c"], async (row) => {
    session.refresh(alberto.token, { ...alberto, spaces: [] });
    if (row === "b") {
      throw error;
    }
    return row.toUpperCase();
  });
  expect(outcomes).toEqual({
    done: [
      { row: "a", result: "A" },
      { row: "c", result: "C" },
    ],
    refused: [{ row: "b", error }],
  });
});

for (const [who, next] of [
  ["nobody", () => session.end("sign-out")],
  ["somebody else", () => session.begin(ana)],
] as const) {
  test(`what is left once ${who} is signed in is not done, and they are told nothing`, async () => {
    const acted: string[] = [];
    const told = vi.fn();
    void oneByOne(["a", "b", "c"], async (row) => {
      acted.push(row);
      if (row === "b") {
        next();
      }
    }).finally(told);
    await vi.advanceTimersByTimeAsync(0);
    expect([told.mock.calls, acted]).toEqual([[], ["a", "b"]]);
  });
}

test("the question that whoever left took along is told to nobody either", async () => {
  const told = vi.fn();
  void oneByOne(["a", "b"], async () => {
    session.end("sign-out");
    throw new CallRefused({ code: "SECOND_FACTOR_ASKED", status: 403, message: "Confirma primero." });
  }).finally(told);
  await vi.advanceTimersByTimeAsync(0);
  expect(told).not.toHaveBeenCalled();
});
