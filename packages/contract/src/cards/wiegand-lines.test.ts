import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normalTag } from "./tags.ts";
import { bitOrders, type LineForm, lineDigits, readingOf } from "./wiegand-lines.ts";
import { lineTemplates } from "./wiegand-templates.ts";

const form = (given: Partial<LineForm> = {}): LineForm => ({
  prefix: "",
  digits: "hexadecimal",
  hasParity: true,
  bits: 26,
  order: "number",
  ...given,
});
const card = (tag: string) => ({ kind: "card", tag });
const damaged = (why: string) => ({ kind: "damaged", why });

describe("a line of a board that prints Wiegand frames", () => {
  it("is the same card in each of the ready-made forms", () => {
    for (const { example, form, id } of lineTemplates) {
      const tag = form.bits === 34 ? "00398000" : "398000";
      expect([id, readingOf(example, form, false)]).toEqual([id, card(tag)]);
      expect([id, readingOf(`  ${example}\t`, form, true)]).toEqual([id, card(tag)]);
    }
  });

  it("of other boards: a prefix, the bits behind, small letters, bytes in reverse", () => {
    expect(readingOf("CARD=0x2730001", form({ prefix: "CARD=" }), false)).toEqual(card("398000"));
    expect(readingOf("2730001 26", form({ bits: "after" }), false)).toEqual(card("398000"));
    expect(readingOf("00:80:39", form({ hasParity: false, order: "bytes-reversed" }), false)).toEqual(
      card("398000"),
    );
    expect(readingOf("04a2b3c4d5e6f7", form({ bits: 56, hasParity: false }), false)).toEqual(
      card("04A2B3C4D5E6F7"),
    );
    // Its parity is not known: every bit counts.
    expect(readingOf("32 deadbeef", form({ bits: "before" }), false)).toEqual(card("DEADBEEF"));
    expect(readingOf("37:65535/524287", form({ digits: "facility-number", bits: "before" }), false)).toEqual(
      card("07FFFFFFFF"),
    );
  });

  it("is no card with a wrong parity, other bits than it should have, or another form", () => {
    expect(readingOf("26:0730001", form({ bits: "before" }), false)).toEqual(damaged("parity"));
    expect(readingOf("12730001", form(), false)).toEqual(damaged("bits"));
    expect(readingOf("9CC00041", form({ order: "bytes" }), false)).toEqual(damaged("bits"));
    expect(readingOf("9CC0004000", form({ order: "bytes" }), false)).toEqual(damaged("bits"));
    expect(readingOf("999:1", form({ bits: "before" }), false)).toEqual(damaged("bits"));
    expect(readingOf("16777216", form({ digits: "decimal", hasParity: false }), false)).toEqual(
      damaged("bits"),
    );
    expect(readingOf("256,1", form({ digits: "facility-number" }), false)).toEqual(damaged("bits"));
    expect(readingOf("1,2", form({ digits: "facility-number", bits: 40 }), false)).toEqual(damaged("bits"));
    for (const text of ["", "READY", "26", "0x", "12,", `${"0".repeat(500)}1`]) {
      for (const digits of ["hexadecimal", "binary", "facility-number"] as const) {
        expect(readingOf(text, form({ digits, bits: "before" }), false)).toMatchObject({ kind: "damaged" });
      }
    }
  });

  it("without the prefix is of no card", () => {
    expect(readingOf("Wiegand v1.2 ready", form({ prefix: "W:" }), true)).toEqual({ kind: "other" });
  });

  it("of four or eight bits is a key, where there is a keypad", () => {
    const keys = (line: string, given: Partial<LineForm>) => readingOf(line, form(given), true);
    expect(["4:0", "4:9", "4:a", "4:B"].map((line) => keys(line, { bits: "before" }))).toEqual(
      [..."09*#"].map((key) => ({ kind: "keys", keys: key })),
    );
    expect(["8:F0", "8:69", "8:5A", "8:4b"].map((line) => keys(line, { bits: "before" }))).toEqual(
      [..."09*#"].map((key) => ({ kind: "keys", keys: key })),
    );
    expect(keys("1011", { digits: "binary" })).toEqual({ kind: "keys", keys: "#" });
    expect(keys("11100001", { digits: "binary" })).toEqual({ kind: "keys", keys: "1" });
    expect(keys("B", {})).toEqual({ kind: "keys", keys: "#" });
    expect(keys("225", { digits: "decimal" })).toEqual({ kind: "keys", keys: "1" });
    expect(keys("7", { digits: "facility-number" })).toEqual({ kind: "keys", keys: "7" });
    // No key has them.
    expect(keys("4:C", { bits: "before" })).toEqual(damaged("bits"));
    expect(keys("8:12", { bits: "before" })).toEqual(damaged("bits"));
    expect(readingOf("4:0", form({ bits: "before" }), false)).toEqual(damaged("bits"));
  });

  it("with one bit turned is no card, wherever it stands", () => {
    for (let at = 0; at < 26; at += 1) {
      const turned = (0x2730001 ^ (1 << at)).toString(16);
      expect(readingOf(turned, form(), false)).toEqual(damaged("parity"));
    }
  });

  it("of anything else is a card that the product knows, keys, or none", () => {
    const anyForm = fc.record({
      prefix: fc.constantFrom("", "W", "CARD="),
      digits: fc.constantFrom(...lineDigits),
      hasParity: fc.boolean(),
      bits: fc.oneof(fc.constantFrom(26, 34, 37, 56, 256), fc.constantFrom("before", "after")),
      order: fc.constantFrom(...bitOrders),
    });
    const anyLine = fc.oneof(
      fc.string({ maxLength: 60, unit: "binary" }),
      fc.string({ maxLength: 80, unit: fc.constantFrom(..."0123456789abcdefAF:, xW=") }),
    );
    fc.assert(
      fc.property(anyLine, anyForm, fc.boolean(), (line, given, hasKeypad) => {
        const reading = readingOf(line, given, hasKeypad);
        if (reading.kind === "card") {
          expect(normalTag(reading.tag)).toBe(reading.tag);
        }
        if (reading.kind === "keys") {
          expect([hasKeypad, reading.keys]).toEqual([true, expect.stringMatching(/^[\d*#]$/)]);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
