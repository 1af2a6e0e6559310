import { describe, expect, it } from "vitest";
import { LocalClock } from "../lib/weekly-hours.ts";
import {
  type Attempt,
  alwaysSpans,
  type Circumstances,
  type DoorMode,
  decide,
  modeAt,
  type Reach,
  stateAt,
} from "./decision.ts";

const bogota = new LocalClock("America/Bogota");
const TUESDAY_NOON = Date.parse("2026-07-14T12:00:00-05:00");
const HOUR = 3_600_000;
const asAlways: DoorMode = { lockedUntil: null, freeUntil: null, freeHours: null };

const at = (now: number, more: Partial<Circumstances> = {}): Circumstances => ({
  now,
  local: bogota.read(new Date(now)),
  isHoliday: () => false,
  isClockTrusted: true,
  notBefore: 0,
  isOfflineTooLong: false,
  ...more,
});
const residents: Reach = {
  levelId: "residents",
  doors: new Set(["main", "garage"]),
  schedule: null,
  from: null,
  until: null,
  passesLocked: false,
  outlastsServer: false,
};
const services: Reach = {
  ...residents,
  levelId: "services",
  doors: new Set(["main"]),
  schedule: {
    hours: [{ days: [1, 2, 3, 4, 5, 6], from: "06:00", to: "18:00" }],
    onHolidays: { kind: "closed" },
  },
};
const card = { kind: "card", state: "active", from: null, until: null } as const;
const attempt = (more: Partial<Attempt> = {}): Attempt => ({
  doorId: "main",
  credential: card,
  isHolderSuspended: false,
  reaches: [residents],
  mode: asAlways,
  ...more,
});
const reason = (made: Attempt, here = at(TUESDAY_NOON)): string => {
  const decision = decide(made, here);
  return decision.outcome === "granted" ? decision.levelId : decision.reason;
};

describe("who comes in", () => {
  it("is whoever has a level for this door now, by card or in the app", () => {
    expect(reason(attempt())).toBe("residents");
    expect(reason(attempt({ credential: null }))).toBe("residents");
    expect(reason(attempt({ reaches: [services] }))).toBe("services");
  });

  it("is nobody with a card that nobody knows, that is lost, suspended or run out", () => {
    expect(reason(attempt({ credential: undefined }))).toBe("unknown");
    expect(reason(attempt({ credential: { ...card, state: "lost" } }))).toBe("suspended");
    expect(reason(attempt({ credential: { ...card, state: "suspended" } }))).toBe("suspended");
    expect(reason(attempt({ isHolderSuspended: true }))).toBe("suspended");
    expect(reason(attempt({ credential: { ...card, state: "expired" } }))).toBe("expired");
    expect(reason(attempt({ credential: { ...card, until: TUESDAY_NOON } }))).toBe("expired");
    expect(reason(attempt({ credential: { ...card, from: TUESDAY_NOON + 1 } }))).toBe("expired");
    expect(reason(attempt({ credential: { ...card, from: TUESDAY_NOON, until: TUESDAY_NOON + 1 } }))).toBe(
      "residents",
    );
  });

  it("is nobody at another door, or at another time", () => {
    expect(reason(attempt({ doorId: "roof" }))).toBe("not-this-door");
    expect(reason(attempt({ doorId: "garage", reaches: [services] }))).toBe("not-this-door");
    expect(reason(attempt({ reaches: [] }))).toBe("not-this-door");
    expect(reason(attempt({ reaches: [services] }), at(TUESDAY_NOON + 6 * HOUR))).toBe("not-now");
    expect(reason(attempt({ reaches: [{ ...residents, until: TUESDAY_NOON }] }))).toBe("not-now");
    // One that holds is enough.
    expect(reason(attempt({ reaches: [services, residents] }), at(TUESDAY_NOON + 6 * HOUR))).toBe(
      "residents",
    );
  });

  it("is only who is marked while the door is locked, or the server away for too long", () => {
    const mode = { ...asAlways, lockedUntil: TUESDAY_NOON + HOUR };
    const marked = { ...residents, levelId: "marked", passesLocked: true };
    expect(reason(attempt({ mode }))).toBe("door-locked");
    expect(reason(attempt({ mode, reaches: [residents, marked] }))).toBe("marked");
    expect(reason(attempt({ mode }), at(TUESDAY_NOON + HOUR))).toBe("residents");
    const long = at(TUESDAY_NOON, { isOfflineTooLong: true });
    expect(reason(attempt(), long)).toBe("offline-too-long");
    expect(reason(attempt({ reaches: [{ ...residents, outlastsServer: true }] }), long)).toBe("residents");
  });

  it("without a clock may have begun, where the last moment that was sure is after that, and never ends", () => {
    const lost = at(0, { isClockTrusted: false, notBefore: TUESDAY_NOON });
    const spans = [
      [TUESDAY_NOON, null, "residents"],
      [TUESDAY_NOON + 1, null, "clock-untrusted"],
      [TUESDAY_NOON - HOUR, TUESDAY_NOON + HOUR, "clock-untrusted"],
    ] as const;
    for (const [from, until, outcome] of spans) {
      expect(reason(attempt({ credential: { ...card, from, until } }), lost)).toBe(outcome);
      expect(reason(attempt({ reaches: [{ ...residents, from, until }] }), lost)).toBe(outcome);
      expect(reason(attempt({ credential: { ...card, from, until, kind: "pin" } }), lost)).toBe(
        "clock-untrusted",
      );
    }
    expect(reason(attempt({ reaches: [{ ...services, from: 0 }] }), lost)).toBe("clock-untrusted");
  });

  it("needs no clock for who always comes in, and lets nobody in by a time that it cannot tell", () => {
    const lost = at(TUESDAY_NOON, { isClockTrusted: false });
    expect(reason(attempt(), lost)).toBe("residents");
    expect(reason(attempt({ reaches: [services] }), lost)).toBe("clock-untrusted");
    expect(reason(attempt({ reaches: [{ ...residents, until: TUESDAY_NOON + HOUR }] }), lost)).toBe(
      "clock-untrusted",
    );
    expect(reason(attempt({ credential: { ...card, until: TUESDAY_NOON + HOUR } }), lost)).toBe(
      "clock-untrusted",
    );
    expect(reason(attempt({ credential: { ...card, state: "lost" } }), lost)).toBe("suspended");
  });

  it("is by a PIN as by a card, but never while the time is not known", () => {
    const pin = { ...card, kind: "pin" } as const;
    expect(reason(attempt({ credential: pin }))).toBe("residents");
    expect(reason(attempt({ credential: pin, reaches: [services] }), at(TUESDAY_NOON + 6 * HOUR))).toBe(
      "not-now",
    );
    expect(reason(attempt({ credential: pin }), at(TUESDAY_NOON, { isClockTrusted: false }))).toBe(
      "clock-untrusted",
    );
  });
});

describe("who comes in without anybody asking the time", () => {
  const here = at(TUESDAY_NOON);
  const whole = { from: null, until: null };

  it("is whoever always does at this door, within their own from and until", () => {
    const [from, until] = [TUESDAY_NOON - HOUR, TUESDAY_NOON + HOUR];
    expect(alwaysSpans(attempt(), here)).toEqual([whole]);
    expect(
      alwaysSpans(attempt({ credential: { ...card, from }, reaches: [{ ...residents, until }] }), here),
    ).toEqual([{ from, until }]);
    expect(alwaysSpans(attempt({ reaches: [services] }), here)).toEqual([]);
    expect(alwaysSpans(attempt({ doorId: "roof" }), here)).toEqual([]);
  });

  it("is nobody from whom it was taken, and only who is marked while the door is locked or the server away", () => {
    expect(alwaysSpans(attempt({ isHolderSuspended: true }), here)).toEqual([]);
    expect(alwaysSpans(attempt({ credential: { ...card, state: "lost" } }), here)).toEqual([]);
    expect(alwaysSpans(attempt({ credential: undefined }), here)).toEqual([]);
    const mode = { ...asAlways, lockedUntil: TUESDAY_NOON + HOUR };
    const marked = { ...residents, passesLocked: true };
    expect(alwaysSpans(attempt({ mode }), here)).toEqual([]);
    expect(alwaysSpans(attempt({ mode, reaches: [marked] }), here)).toEqual([whole]);
    const away = at(TUESDAY_NOON, { isOfflineTooLong: true });
    expect(alwaysSpans(attempt(), away)).toEqual([]);
    expect(alwaysSpans(attempt({ reaches: [{ ...residents, outlastsServer: true }] }), away)).toEqual([
      whole,
    ]);
  });
});

describe("a door", () => {
  const free = { kind: "as-any-day" } as const;
  it("is locked before it is free, each until its time", () => {
    const both = { ...asAlways, lockedUntil: TUESDAY_NOON + HOUR, freeUntil: TUESDAY_NOON + 2 * HOUR };
    expect(modeAt(both, at(TUESDAY_NOON))).toBe("locked");
    expect(modeAt(both, at(TUESDAY_NOON + HOUR))).toBe("free");
    expect(modeAt(both, at(TUESDAY_NOON + 2 * HOUR))).toBe("normal");
  });

  it("is free within the hours that it was given", () => {
    const mode = {
      ...asAlways,
      freeHours: { hours: [{ days: [2], from: "12:00", to: "13:00" }], onHolidays: free },
    };
    expect(modeAt(mode, at(TUESDAY_NOON))).toBe("free");
    expect(modeAt(mode, at(TUESDAY_NOON + HOUR))).toBe("normal");
  });

  it("says until when, of two reasons to be free the later", () => {
    const hours = { hours: [{ days: [2], from: "12:00", to: "13:00" }], onHolidays: free };
    const soon = at(TUESDAY_NOON + 500);
    const freeUntil = TUESDAY_NOON + HOUR / 2;
    const state = (mode: Partial<DoorMode>) => stateAt({ ...asAlways, ...mode }, soon);
    const byHours = { mode: "free", until: TUESDAY_NOON + HOUR, origin: "SCHEDULE" };
    expect(state({ freeHours: hours })).toEqual(byHours);
    expect(state({ freeHours: hours, freeUntil })).toEqual(byHours);
    expect(state({ freeUntil })).toEqual({ mode: "free", until: freeUntil, origin: "APP" });
    expect(state({ freeHours: hours, freeUntil: TUESDAY_NOON + 2 * HOUR })).toMatchObject({ origin: "APP" });
    const lockedUntil = TUESDAY_NOON + HOUR;
    expect(state({ freeHours: hours, lockedUntil })).toEqual({ mode: "locked", until: lockedUntil });
    expect(state({ freeHours: { ...hours, hours: [{ days: [3], from: "12:00", to: "13:00" }] } })).toEqual({
      mode: "normal",
    });
  });

  it("without a clock is free no longer, and stays locked", () => {
    const lost = at(TUESDAY_NOON, { isClockTrusted: false });
    expect(modeAt({ ...asAlways, freeUntil: TUESDAY_NOON + HOUR }, lost)).toBe("normal");
    expect(modeAt({ ...asAlways, lockedUntil: TUESDAY_NOON - HOUR }, lost)).toBe("locked");
  });

  it("without a clock stays locked no longer than until the last moment that was sure", () => {
    const lost = at(TUESDAY_NOON - 24 * HOUR, { isClockTrusted: false, notBefore: TUESDAY_NOON });
    expect(modeAt({ ...asAlways, lockedUntil: TUESDAY_NOON }, lost)).toBe("normal");
    expect(modeAt({ ...asAlways, lockedUntil: TUESDAY_NOON + 1 }, lost)).toBe("locked");
  });
});
