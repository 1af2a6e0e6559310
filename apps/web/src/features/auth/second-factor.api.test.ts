import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ana } from "../../../testing/signed-in.ts";
import { queryClient } from "../../lib/queries.ts";
import { session } from "../../lib/useSession.ts";
import { takeAskedSecondFactor } from "./second-factor.api.ts";

const asked = vi.fn<(address: string, init: RequestInit) => Promise<Response>>();
const token = "t-1";
/** The page's first script asks, and the server answers or takes its time. */
const askFirst = (answer: Promise<Response>) => {
  globalThis.firstAsked = {
    token,
    place: "/profile",
    atMs: performance.now(),
    answers: new Map([["POST /api/user/second-factor/session", answer]]),
  };
};
const answers = () =>
  queryClient
    .getQueryCache()
    .getAll()
    .map(({ state }) => state.data);

beforeEach(() => {
  vi.stubGlobal("fetch", asked.mockReset());
  vi.stubGlobal("document", { documentElement: { dataset: {} } });
  session.begin({ token, user: ana, spaces: [] });
});
afterEach(() => {
  queryClient.clear();
  session.end("sign-out");
  globalThis.firstAsked = undefined;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("takes what the page was told before its code came, and asks nothing by itself", async () => {
  await takeAskedSecondFactor();
  expect(asked).not.toHaveBeenCalled();
  askFirst(Promise.resolve(Response.json({ isShown: true, isInUse: true })));
  await takeAskedSecondFactor();
  expect(answers()).toEqual([{ isShown: true, isInUse: true }]);
  expect(asked).not.toHaveBeenCalled();
});

it("does not keep a screen waiting for a server that takes its time", async () => {
  vi.useFakeTimers();
  askFirst(new Promise(() => undefined));
  const taken = vi.fn();
  void takeAskedSecondFactor().then(taken);
  await vi.advanceTimersByTimeAsync(199);
  expect(taken).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(taken).toHaveBeenCalled();
});
