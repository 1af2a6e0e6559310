import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ScheduleHours } from "../access-control/schedules.ts";
import {
  isOverstaying,
  type PassMoment,
  type PassTimes,
  type PassUse,
  passState,
  passVerdict,
} from "./pass-rules.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** A Monday at midnight in Bogotá, which sets no clocks. */
const MONDAY = Date.parse("2026-11-23T05:00:00Z");
const HOLIDAY = "2026-11-25";
const minutesAt = (now: number): { day: number; minute: number } => {
  const minutes = Math.floor((now - MONDAY) / MINUTE_MS);
  return { day: Math.floor(minutes / (24 * 60)), minute: ((minutes % (24 * 60)) + 24 * 60) % (24 * 60) };
};

function momentOf(now: number): PassMoment {
  const { day, minute } = minutesAt(now);
  const date = new Date(MONDAY + day * DAY_MS).toISOString().slice(0, 10);
  return {
    now,
    local: { weekday: (((day % 7) + 7) % 7) + 1, day: date, minute },
    isHoliday: (asked) => asked === HOLIDAY,
  };
}

/** Monday to Friday from nine to five and never on the holiday, told by reckoning alone. */
const workHours: ScheduleHours = {
  hours: [{ days: [1, 2, 3, 4, 5], from: "09:00", to: "17:00" }],
  onHolidays: { kind: "closed" },
};
function isAtWork(now: number): boolean {
  const { day, minute } = minutesAt(now);
  return day % 7 < 5 && day !== 2 && minute >= 9 * 60 && minute < 17 * 60;
}

const fresh = (entries: number | null = 1): PassUse => ({ isTakenBack: false, entries, entered: 0, left: 0 });
const window = (hours: PassTimes["hours"] = null): PassTimes => ({
  from: MONDAY,
  until: MONDAY + 7 * DAY_MS,
  hours,
});

describe("a pass", () => {
  it("says the first thing that stands in the way", () => {
    const reason = (times: PassTimes, use: PassUse, now: number, people?: number) => {
      const verdict = passVerdict(times, use, momentOf(now), people);
      return verdict.outcome === "granted" ? "granted" : verdict.reason;
    };
    const [early, noon, night] = [MONDAY - 1, MONDAY + DAY_MS / 2, MONDAY + DAY_MS - 1];
    const over = MONDAY + 7 * DAY_MS;
    expect(reason(window(), fresh(), MONDAY)).toBe("granted");
    expect(reason(window(), fresh(), over - 1)).toBe("granted");
    expect(reason(window(), fresh(), over)).toBe("expired");
    expect(reason(window(), fresh(), early)).toBe("not-yet");
    expect(reason(window(workHours), fresh(), noon)).toBe("granted");
    expect(reason(window(workHours), fresh(), night)).toBe("not-now");
    expect(reason(window(), { ...fresh(), entered: 1 }, noon)).toBe("used-up");
    expect(reason(window(), fresh(3), noon, 4)).toBe("used-up");
    expect(reason(window(), { ...fresh(), isTakenBack: true, entered: 1 }, over)).toBe("taken-back");
  });

  it("is called by what became of it", () => {
    const over = MONDAY + 7 * DAY_MS;
    expect(passState(window(), fresh(), MONDAY)).toBe("waiting");
    expect(passState(window(), { ...fresh(), entered: 1 }, over)).toBe("inside");
    expect(passState(window(), { ...fresh(), entered: 1, left: 1 }, MONDAY)).toBe("used-up");
    expect(passState(window(), { ...fresh(null), entered: 1, left: 1 }, MONDAY)).toBe("left");
    expect(passState(window(), { ...fresh(null), entered: 1, left: 1 }, over)).toBe("expired");
    expect(passState(window(), { ...fresh(), entered: 1, isTakenBack: true }, MONDAY)).toBe("taken-back");
  });
});

/** What happens to a pass: time goes by, some come or go, it is changed, it is taken back. */
const happening = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant("wait" as const), minutes: fc.nat(8 * 60) }) },
  {
    weight: 12,
    arbitrary: fc.record({ kind: fc.constant("come" as const), people: fc.integer({ min: 1, max: 3 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant("go" as const), people: fc.integer({ min: 1, max: 3 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("change" as const),
      entries: fc.option(fc.integer({ min: 1, max: 6 })),
      days: fc.integer({ min: 1, max: 10 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: "take-back" as const }) },
);

/** Hundreds of thousands of these: an expectation each would take longer than all the rest. */
function must(isSo: boolean, what: string): void {
  if (!isSo) {
    throw new Error(what);
  }
}

describe("the life of a pass", () => {
  it("never lets in more than it was given for, nor outside its time, nor once it was taken back", () => {
    let granted = 0;
    fc.assert(
      fc.property(
        fc.option(fc.integer({ min: 1, max: 6 })),
        fc.boolean(),
        fc.nat(24 * 60),
        fc.array(happening, { minLength: 10, maxLength: 20 }),
        (entries, isWeekly, startsAfter, happenings) => {
          const times: PassTimes = {
            ...window(isWeekly ? workHours : null),
            from: MONDAY + startsAfter * MINUTE_MS,
          };
          const use = fresh(entries);
          let now = MONDAY;
          for (const one of happenings) {
            now += one.kind === "wait" ? one.minutes * MINUTE_MS : 0;
            const moment = momentOf(now);
            switch (one.kind) {
              case "wait":
                break;
              case "come":
                if (passVerdict(times, use, moment, one.people).outcome === "granted") {
                  granted += 1;
                  use.entered += one.people;
                  must(now >= times.from, "not before its time");
                  must(now < times.until, "not after its time");
                  must(!use.isTakenBack, "not once it was taken back");
                  must(!isWeekly || isAtWork(now), "within its hours");
                  must(use.entered <= (use.entries ?? Number.POSITIVE_INFINITY), "no more than may");
                }
                break;
              case "go":
                use.left += Math.min(one.people, use.entered - use.left);
                break;
              case "change":
                times.until = times.from + one.days * DAY_MS;
                use.entries = one.entries;
                break;
              case "take-back":
                use.isTakenBack = true;
            }
            const isOver = ["taken-back", "expired", "used-up"].includes(passState(times, use, now));
            const isStaying = isOverstaying(times, use, moment);
            must(!isStaying || use.entered > use.left, "somebody stays who is inside");
            const isLetIn = passVerdict(times, use, moment).outcome === "granted";
            must(!(isLetIn && (isOver || isStaying)), "what is over lets nobody in");
          }
        },
      ),
      { numRuns: 10_000 },
    );
    expect(granted).toBeGreaterThan(5000);
  });
});
