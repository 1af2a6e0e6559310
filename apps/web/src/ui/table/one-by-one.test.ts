import { afterEach, beforeEach, expect, test } from "vitest";
import { somebody } from "../../../testing/screens/people.ts";
import { CallRefused } from "../../lib/failures.ts";
import { session } from "../../lib/useSession.ts";
import { oneByOne } from "./one-by-one.ts";

const alberto = { ...somebody("ADMINISTRADOR", "Alberto Administrador"), token: "of alberto" };
const ana = { ...somebody("ADMINISTRADOR", "Ana Administradora"), token: "of ana" };
const nobody = { done: [], refused: [] };

beforeEach(() => session.begin(alberto));
afterEach(() => session.end("sign-out"));

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
    const outcomes = await oneByOne(["a", "b", "c"], async (row) => {
      acted.push(row);
      if (row === "b") {
        next();
      }
    });
    expect([outcomes, acted]).toEqual([nobody, ["a", "b"]]);
  });
}

test("the question that whoever left took along is told to nobody either", async () => {
  const outcomes = await oneByOne(["a", "b"], async () => {
    session.end("sign-out");
    throw new CallRefused({ code: "SECOND_FACTOR_ASKED", status: 403, message: "Confirma primero." });
  });
  expect(outcomes).toEqual(nobody);
});
