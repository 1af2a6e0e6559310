import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { boardCardOf } from "./board-list.ts";
import { numberOf, tagsOf } from "./card-numbers.ts";
import { WallClock } from "./wall-clock.ts";

const wall = new WallClock("America/Bogota");
const at = (time: string) => wall.momentOf(time);
const NOW = at("2026-07-14 10:00:00");
const ALWAYS = { from: null, until: null };
const cardOf = (spans: [number, { from: number | null; until: number | null }[]][]) =>
  boardCardOf(7, new Map(spans), wall, NOW);

describe("a card on a board", () => {
  it("opens what it always opens, and is not there where it opens nothing", () => {
    expect(
      cardOf([
        [2, [ALWAYS]],
        [3, []],
      ]),
    ).toEqual({
      number: 7,
      from: "2000-01-01",
      to: "2099-12-31",
      doors: [0, 1, 0, 0],
    });
    expect(cardOf([[2, []]])).toBeNull();
    expect(cardOf([[2, [{ from: null, until: at("2026-07-14 18:00:00") }]]])).toBeNull();
  });

  it("has whole days alone: none on which it would open for too long", () => {
    const span = { from: at("2026-07-10 08:00:00"), until: at("2026-07-20 18:00:00") };
    expect(cardOf([[1, [span]]])).toMatchObject({ from: "2026-07-11", to: "2026-07-19" });
    const whole = { from: at("2026-07-10 00:00:00"), until: at("2026-07-20 23:59:59") };
    expect(cardOf([[1, [whole]]])).toMatchObject({ from: "2026-07-10", to: "2026-07-20" });
  });

  it("leaves a door off rather than opening it for too long, or the others for too short", () => {
    const guest = { from: null, until: at("2026-07-20 23:59:59") };
    expect(
      cardOf([
        [1, [ALWAYS]],
        [2, [guest]],
      ]),
    ).toMatchObject({ to: "2099-12-31", doors: [1, 0, 0, 0] });
    // What begins later does not take the place of what holds now.
    const later = { from: at("2026-08-01 00:00:00"), until: null };
    expect(
      cardOf([
        [1, [later]],
        [2, [guest]],
      ]),
    ).toMatchObject({ to: "2026-07-20", doors: [0, 1, 0, 0] });
  });

  it("never opens beyond what a level gives, whatever the levels are", () => {
    const Moment = fc.option(fc.integer({ min: NOW - 40 * 86_400_000, max: NOW + 40 * 86_400_000 }), {
      nil: null,
    });
    const Spans = fc.array(fc.record({ from: Moment, until: Moment }), { maxLength: 3 });
    fc.assert(
      fc.property(Spans, Spans, fc.integer({ min: -50, max: 50 }), (one, two, days) => {
        const card = cardOf([
          [1, one],
          [2, two],
        ]);
        const moment = NOW + days * 86_400_000;
        const day = wall.read(moment).slice(0, 10);
        const isOn = card !== null && card.from <= day && day <= card.to;
        for (const [index, spans] of [one, two].entries()) {
          if (isOn && card.doors[index] === 1) {
            const allowed = spans.some(
              // The last minute of a day is its end.
              ({ from, until }) => (from ?? -Infinity) <= moment && moment < (until ?? Infinity) + 60_000,
            );
            expect(allowed).toBe(true);
          }
        }
      }),
    );
  });
});

describe("a card's number on a board", () => {
  it("is facility and number side by side of 26 bits, and the bits of 34", () => {
    expect([numberOf("398000"), numberOf("0A1B2C3D"), numberOf("04A1B2C3D4E5F6")]).toEqual([
      5_732_768,
      0x0a1b2c3d,
      undefined,
    ]);
    expect([numberOf("00000000"), numberOf("FFFFFFFF"), numberOf("00FFFFFF")]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    // Which of the two it was the board does not say.
    expect(tagsOf(5_732_768)).toEqual(["398000", "005779A0"]);
  });

  it("comes back to its tag", () => {
    const Tag = fc.oneof(
      fc.integer({ min: 1, max: 0xff_ffff }).map((bits) => bits.toString(16).toUpperCase().padStart(6, "0")),
      fc
        .integer({ min: 1, max: 0xffff_fffe })
        .map((bits) => bits.toString(16).toUpperCase().padStart(8, "0")),
    );
    fc.assert(
      fc.property(Tag, (tag) => {
        const number = numberOf(tag);
        expect(number === undefined || tagsOf(number).includes(tag)).toBe(true);
      }),
    );
  });
});

it("the wall's time and the moment are the same, also where clocks are set forward", () => {
  const Zone = fc.constantFrom("America/Bogota", "Europe/Madrid", "America/Santiago");
  fc.assert(
    fc.property(Zone, fc.integer({ min: 0, max: 4_000_000_000 }), (zone, second) => {
      const clock = new WallClock(zone);
      const time = clock.read(second * 1000);
      // An hour that comes twice has two moments, and one wall.
      expect(clock.read(clock.momentOf(time))).toBe(time);
    }),
    { numRuns: 50 },
  );
});
