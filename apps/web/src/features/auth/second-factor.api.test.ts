import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ana } from "../../../testing/signed-in.ts";
import { askFirst } from "../../lib/first-answers.ts";
import { queryClient } from "../../lib/queries.ts";
import { session } from "../../lib/useSession.ts";
import { takeAskedSecondFactor } from "./second-factor.api.ts";

const asked = vi.fn<(address: string, init: RequestInit) => Promise<Response>>();
const known = { token: "t-1", buildingId: null, userType: "USER", product: "bb", hasApp: false };
const answers = () =>
  queryClient
    .getQueryCache()
    .getAll()
    .map(({ state }) => state.data);

beforeEach(() => {
  vi.stubGlobal("fetch", asked.mockReset());
  vi.stubGlobal("document", { documentElement: { dataset: {} } });
  session.begin({ token: known.token, user: ana, spaces: [] });
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
  asked.mockImplementation(async () => Response.json({ isShown: true, isInUse: true }));
  globalThis.firstAsked = askFirst("/admin-dashboard", known);
  await takeAskedSecondFactor();
  expect(answers()).toEqual([{ isShown: true, isInUse: true }]);
  expect(asked.mock.calls.filter(([address]) => address.includes("second-factor"))).toHaveLength(1);
});

it("does not keep a screen waiting for a server that takes its time", async () => {
  vi.useFakeTimers();
  asked.mockReturnValue(new Promise(() => undefined));
  globalThis.firstAsked = askFirst("/admin-dashboard", known);
  const taken = vi.fn();
  void takeAskedSecondFactor().then(taken);
  await vi.advanceTimersByTimeAsync(199);
  expect(taken).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(taken).toHaveBeenCalled();
});
