import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { StaleLists } from "./stale-lists.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const parcels = (buildingId: string) => ["GET /api/parcels", { query: { buildingId } }] as const;

test("what is told several times at once is asked for again once, and not before there is time for it", () => {
  const ask = vi.fn();
  const stale = new StaleLists(ask);
  stale.add([parcels("mirador")]);
  stale.add([parcels("mirador"), parcels("almendros")]);
  stale.add([]);
  expect(ask).not.toHaveBeenCalled();
  vi.advanceTimersByTime(100);
  expect(ask.mock.calls).toEqual([[[parcels("mirador"), parcels("almendros")]]]);
  stale.add([parcels("mirador")]);
  vi.advanceTimersByTime(100);
  expect(ask.mock.calls.slice(1)).toEqual([[[parcels("mirador")]]]);
});

test("nothing is asked for that nobody looks at any more", () => {
  const ask = vi.fn();
  const stale = new StaleLists(ask);
  stale.add([parcels("mirador")]);
  stale.drop();
  vi.advanceTimersByTime(1000);
  expect(ask).not.toHaveBeenCalled();
});
