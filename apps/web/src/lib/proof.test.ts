import { afterEach, beforeEach, expect, test } from "vitest";
import { later } from "../../testing/later.ts";
import { somebody } from "../../testing/screens/people.ts";
import { CallRefused } from "./failures.ts";
import { hasDeclined, proofAsked, provenFirst } from "./proof.ts";
import { session } from "./useSession.ts";

const alberto = { ...somebody("ADMINISTRADOR", "Alberto Administrador"), token: "of alberto" };
const ana = { ...somebody("ADMINISTRADOR", "Ana Administradora"), token: "of ana" };

let stop = () => {};
beforeEach(() => {
  session.begin(alberto);
  stop = proofAsked.subscribe(() => undefined);
});
afterEach(() => {
  stop();
  session.end("sign-out");
});

const unproven = () =>
  new CallRefused({ code: "SECOND_FACTOR_ASKED", status: 403, message: "Confirma primero." });

/** What was pressed: in whose sessions it was tried. It is refused until a second factor was shown. */
function pressed() {
  const tried: (string | undefined)[] = [];
  const act = async () => {
    tried.push(session.current()?.token);
    if (tried.length === 1) {
      throw unproven();
    }
    return "done";
  };
  return { tried, act };
}

const isAsked = () => expect.poll(proofAsked.current).not.toBeNull();

test("what was pressed goes on once the second factor was shown, also where news of the person came", async () => {
  const { tried, act } = pressed();
  const result = provenFirst(act);
  await isAsked();
  session.refresh(alberto.token, { ...alberto, spaces: [] });
  proofAsked.current()?.answer(true);
  expect(await result).toBe("done");
  expect(tried).toEqual([alberto.token, alberto.token]);
});

test("whoever leaves takes the question along, and another who signs in right after them answers none", async () => {
  for (const next of [() => session.end("sign-out"), () => session.begin(ana)]) {
    session.begin(alberto);
    const { tried, act } = pressed();
    const result = provenFirst(act).catch((error: unknown) => error);
    await isAsked();
    next();
    expect(proofAsked.current()).toBeNull();
    expect(hasDeclined(await result)).toBe(true);
    expect(tried).toEqual([alberto.token]);
  }
});

test("a refusal that comes once somebody else has signed in asks them nothing", async () => {
  const answer = later<void>();
  const result = provenFirst(async () => {
    await answer.promise;
    throw unproven();
  }).catch((error: unknown) => error);
  session.begin(ana);
  answer.resolve();
  expect(hasDeclined(await result)).toBe(true);
  expect(proofAsked.current()).toBeNull();
});
