import { describe, expect, it } from "vitest";
import type { Circumstances } from "../access-control/decision.ts";
import { decidePass, type PassAttempt } from "./pass-at-door.ts";
import { FOLLOWS_MS } from "./pass-rules.ts";

const NOON = Date.parse("2026-07-14T17:00:00Z");
const HOUR = 3_600_000;

const here: Circumstances = {
  now: NOON,
  notBefore: NOON,
  local: { weekday: 2, minute: 12 * 60, day: "2026-07-14" },
  isHoliday: () => false,
  isClockTrusted: true,
  isOfflineTooLong: false,
};
const once = { from: NOON - HOUR, until: NOON + HOUR, hours: null, entries: 1, entered: 0 };
const atDoor: PassAttempt = {
  pass: once,
  place: "perimeter",
  mode: { lockedUntil: null, freeUntil: null, freeHours: null },
  mayCount: true,
  enteredAt: null,
};
const word = (attempt: Partial<PassAttempt>, at: Partial<Circumstances> = {}) => {
  const decision = decidePass({ ...atDoor, ...attempt }, { ...here, ...at });
  return decision.outcome === "granted" ? `granted${decision.isEntry ? ", entry" : ""}` : decision.reason;
};

describe("a pass at a door", () => {
  it("is an entry at the perimeter, as often as its number says", () => {
    expect(word({})).toBe("granted, entry");
    expect(word({ pass: { ...once, entered: 1 } })).toBe("used-up");
    expect(word({ pass: { ...once, entries: null, entered: 9 }, mayCount: false })).toBe("granted, entry");
    expect(word({ mayCount: false })).toBe("decided-elsewhere");
  });

  it("says the first reason that stands in the way", () => {
    const locked = { lockedUntil: NOON + HOUR, freeUntil: null, freeHours: null };
    const long = { isOfflineTooLong: true };
    expect(word({ pass: undefined })).toBe("unknown");
    expect(word({ place: null }, { isClockTrusted: false })).toBe("not-this-door");
    expect(word({ pass: { ...once, until: NOON } }, { isClockTrusted: false })).toBe("clock-untrusted");
    expect(word({ pass: { ...once, until: NOON }, mayCount: false })).toBe("expired");
    expect(word({ pass: { ...once, from: NOON + 1 } })).toBe("expired");
    expect(word({ mayCount: false, mode: locked })).toBe("decided-elsewhere");
    expect(word({ mode: locked }, long)).toBe("door-locked");
    expect(word({}, long)).toBe("offline-too-long");
  });

  it("keeps to hours of the week and the building's holidays", () => {
    const hours = {
      hours: [{ days: [2], from: "08:00", to: "17:00" }],
      onHolidays: { kind: "closed" as const },
    };
    const pass = { ...once, hours };
    expect(word({ pass })).toBe("granted, entry");
    expect(word({ pass }, { isHoliday: () => true })).toBe("not-now");
    expect(word({ pass }, { local: { weekday: 2, minute: 17 * 60, day: "2026-07-14" } })).toBe("not-now");
  });

  it("is followed behind the perimeter for half an hour, whatever became of it, and not before", () => {
    const inner = { place: "inner", mayCount: false } as const;
    expect(word(inner)).toBe("not-now");
    const used = { ...once, entered: 1 };
    expect(word({ ...inner, pass: used, enteredAt: NOON - FOLLOWS_MS + 1 })).toBe("granted");
    expect(word({ ...inner, pass: used, enteredAt: NOON - FOLLOWS_MS })).toBe("not-now");
    expect(word({ ...inner, pass: { ...used, until: NOON - 1 }, enteredAt: NOON - 60_000 })).toBe("granted");
    expect(word({ ...inner, enteredAt: NOON - 60_000 }, { isClockTrusted: false })).toBe("clock-untrusted");
    // Without a number nothing is to be followed.
    expect(word({ ...inner, pass: { ...once, entries: null } })).toBe("granted");
  });
});
