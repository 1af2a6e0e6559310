import { expect, it } from "vitest";
import { lengthOf, placeOf } from "./intrusions.strings.ts";

const after = (seconds: number) => ({
  startTime: "2026-11-20T10:00:00.000Z",
  endTime: new Date(Date.parse("2026-11-20T10:00:00.000Z") + seconds * 1000).toISOString(),
});

it("says how long it lasted, as a person would", () => {
  expect([0, 42, 60, 185, 3600, 7800].map((seconds) => lengthOf(after(seconds)))).toEqual([
    "0 s",
    "42 s",
    "1 min",
    "3 min 5 s",
    "1 h",
    "2 h 10 min",
  ]);
  expect(lengthOf({ ...after(0), endTime: null })).toBe("En curso");
});

it("says where, as far as it is known", () => {
  expect(placeOf({ inputName: null, doorName: "Garaje", cameraName: "Rampa" })).toBe("Garaje · Rampa");
  expect(placeOf({ inputName: null, doorName: null, cameraName: "Rampa" })).toBe("Rampa");
  expect(placeOf({ inputName: null, doorName: null, cameraName: null })).toBe("–");
  expect(placeOf({ inputName: "Tapa", doorName: "Garaje", cameraName: null })).toBe("Tapa · Garaje");
});
