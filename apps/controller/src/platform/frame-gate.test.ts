import { describe, expect, it } from "vitest";
import { FrameGate } from "./frame-gate.ts";

const FRAME = 60_000;

/** A line that carries so many bytes a second, first come first served. */
function setUp(bytesPerSecond: number, tripMs = 20) {
  let now = 0;
  let freeAt = 0;
  let backlog = 0;
  const marks: { at: number; passed: () => void }[] = [];
  const gate = new FrameGate(
    {
      backlog: () => backlog,
      mark: (passed) => void marks.push({ at: Math.max(now, freeAt) + tripMs, passed }),
    },
    () => now,
  );
  const stats = { sent: 0, worstDelay: 0 };
  return {
    stats,
    setBacklog: (bytes: number) => {
      backlog = bytes;
    },
    frame: () => {
      if (!gate.mayPass(FRAME)) {
        return false;
      }
      freeAt = Math.max(freeAt, now) + (FRAME / bytesPerSecond) * 1000;
      stats.sent += 1;
      stats.worstDelay = Math.max(stats.worstDelay, freeAt - now);
      gate.sent(FRAME);
      return true;
    },
    wait: (ms: number) => {
      const until = now + ms;
      for (let next = marks[0]; next && next.at <= until; next = marks[0]) {
        marks.shift();
        now = Math.max(now, next.at);
        next.passed();
      }
      now = until;
    },
  };
}

function play(line: ReturnType<typeof setUp>, frames: number, everyMs: number): void {
  for (let count = 0; count < frames; count += 1) {
    line.frame();
    line.wait(everyMs);
  }
}

describe("frames on a line", () => {
  it("all pass when the line is quick, also a far one", () => {
    const near = setUp(10_000_000, 2);
    play(near, 300, 100);
    expect(near.stats.sent).toBe(300);
    const far = setUp(10_000_000, 300);
    play(far, 300, 100);
    // A few are left out until it is known that the line is far and not slow.
    expect(far.stats.sent).toBeGreaterThan(290);
  });

  it("are left out on a slow line, so that nothing waits long behind them", () => {
    const line = setUp(120_000);
    play(line, 100, 100);
    line.stats.worstDelay = 0;
    line.stats.sent = 0;
    play(line, 600, 100);
    // Two a second fit, ten are offered.
    expect(line.stats.sent).toBeGreaterThan(90);
    expect(line.stats.sent).toBeLessThan(125);
    expect(line.stats.worstDelay).toBeLessThan(1600);
  });

  it("stop altogether when the line takes nothing, and when this process holds too much", () => {
    const stuck = setUp(1e-9);
    play(stuck, 1000, 100);
    expect(stuck.stats.sent).toBeLessThan(10);
    const full = setUp(10_000_000);
    full.setBacklog(3_000_000);
    expect(full.frame()).toBe(false);
    full.setBacklog(0);
    expect(full.frame()).toBe(true);
  });

  it("pass one at a time when a frame is larger than everything that may be under way", () => {
    const line = setUp(1_000_000);
    expect(line.frame()).toBe(true);
    line.wait(5000);
    expect(line.frame()).toBe(true);
  });
});
