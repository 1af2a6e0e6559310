import { describe, expect, it } from "vitest";
import { judge, type Kept } from "./component-rule.ts";

const at = (minutes: number): Date => new Date(Date.UTC(2026, 10, 20, 8, minutes));

/** Looks at a camera minute by minute; `-` is well, `x` is not. @returns what was told, with its minute */
function watch(course: string, since: Date | null = null): { told: string[]; kept: Kept | undefined } {
  let kept: Kept | undefined;
  const told: string[] = [];
  [...course].forEach((state, minute) => {
    const judged = judge(kept, { kind: "camera", isWell: state === "-", since }, at(minute));
    kept = judged.kept;
    if (judged.tell) {
      told.push(`${minute} ${judged.tell}`);
    }
  });
  return { told, kept };
}

describe("what people are told of a component", () => {
  it("is once that it was away for longer than its limit, and once that it is back", () => {
    expect(watch(`--${"x".repeat(40)}---`).told).toEqual(["17 trouble", "43 well"]);
    expect(watch(`--${"x".repeat(15)}---`).told).toEqual([]);
  });

  it("is nothing of its blinking, neither before nor after", () => {
    expect(watch("-x-x-x".repeat(10)).told).toEqual([]);
    expect(watch(`${"x".repeat(20)}-x-x-x-x--`).told).toEqual(["15 trouble", "29 well"]);
  });

  it("counts from when whoever noticed it says that it began, and never from the future", () => {
    expect(watch("x", at(-20)).told).toEqual(["0 trouble"]);
    expect(watch("x", at(-20)).kept?.since).toEqual(at(-20));
    expect(watch("x", at(20)).kept?.since).toEqual(at(0));
  });

  it("counts from now what was noted by a clock that was ahead and was set right since", () => {
    const noted: Kept = { isWell: false, since: at(3000), noticedAt: null };
    const seen = judge(noted, { kind: "camera", isWell: false, since: null }, at(0));
    expect(seen).toEqual({ kept: { isWell: false, since: at(0), noticedAt: null }, tell: null });
    expect(judge(seen.kept, { kind: "camera", isWell: false, since: null }, at(15)).tell).toBe("trouble");
  });

  it("keeps since when it is as it is", () => {
    expect(watch("---xxx").kept).toEqual({ isWell: false, since: at(3), noticedAt: null });
    expect(watch("---").kept).toEqual({ isWell: true, since: at(0), noticedAt: null });
  });
});
