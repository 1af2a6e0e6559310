import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { refusalOf } from "./command.ts";

const now = new Date("2026-03-01T12:00:00.000Z");
const command = (at: string, action = "OPEN") => Buffer.from(JSON.stringify({ action, at }));
const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds).toISOString();

describe("a command", () => {
  it("opens when it was given just now, as Home Assistant writes the time too", () => {
    expect(refusalOf(command(ago(300)), false, now)).toBeUndefined();
    expect(refusalOf(command("2026-03-01T12:00:00.123456+00:00"), false, now)).toBeUndefined();
    expect(refusalOf(command("2026-03-01T07:00:00-05:00"), false, now)).toBeUndefined();
  });

  it("opens nothing when the broker kept it, or brings it late", () => {
    expect(refusalOf(command(ago(0)), true, now)).toBe("RETAINED");
    expect(refusalOf(command(ago(5001)), false, now)).toBe("TOO_OLD");
    expect(refusalOf(command(ago(-5001)), false, now)).toBe("TOO_OLD");
  });

  it("is refused in any other form", () => {
    expect(refusalOf(Buffer.from("OPEN"), false, now)).toBe("NO_COMMAND");
    expect(refusalOf(command(ago(0), "LOCK"), false, now)).toBe("NO_COMMAND");
    expect(refusalOf(Buffer.from('{"action":"OPEN"}'), false, now)).toBe("NO_COMMAND");
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(refusalOf(Buffer.from(bytes), false, now)).toBe("NO_COMMAND");
      }),
    );
  });
});
