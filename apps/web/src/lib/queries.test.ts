import { QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test } from "vitest";
import { later } from "../../testing/later.ts";
import { queryClient, refresh } from "./queries.ts";

const PARCELS = ["GET /api/parcels"] as const;

afterEach(() => queryClient.clear());

/** A screen that shows what it reads of a server, each of whose answers comes when the test lets it. */
function screenOf(...answers: readonly Promise<string>[]) {
  const left = [...answers];
  const queryFn = () => left.shift() ?? Promise.reject(new Error("asked too often"));
  const observer = new QueryObserver(queryClient, { queryKey: PARCELS, queryFn, retry: false });
  const leave = observer.subscribe(() => undefined);
  return {
    shown: () => observer.getCurrentResult().data,
    timesAsked: () => answers.length - left.length,
    leave,
  };
}

test("what is asked for the first time while news come is not shown as it was before them", async () => {
  const [before, after] = [later<string>(), later<string>()];
  const screen = screenOf(before.promise, after.promise);
  const refreshed = refresh(PARCELS);
  expect(screen.timesAsked()).toBe(1);
  before.resolve("one parcel");
  await expect.poll(screen.timesAsked).toBe(2);
  after.resolve("two parcels");
  await refreshed;
  expect(screen.shown()).toBe("two parcels");
  screen.leave();
});

test("what is shown already is asked for once", async () => {
  const screen = screenOf(Promise.resolve("one parcel"), Promise.resolve("two parcels"));
  await expect.poll(screen.shown).toBe("one parcel");
  await refresh(PARCELS);
  expect(screen.shown()).toBe("two parcels");
  screen.leave();
});
