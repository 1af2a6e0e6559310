import type { CameraSettings } from "@umbral/contract/cameras/administering-cameras.contract";
import { describe, expect, it } from "vitest";
import { hoursErrors } from "../../ui/weekly-hours.ts";
import { cameraErrors, cameraFieldsOf, cameraValuesOf, sourceOf } from "./camera-values.ts";

const camera: CameraSettings = {
  id: "c",
  name: "Entrada",
  source: { kind: "snapshot", address: "http://root:***@10.0.0.5/snap.jpg", everyMs: 500 },
  framesPerSecond: 12,
  width: 1920,
  motion: {
    zones: [
      [
        { left: 0, top: 0 },
        { left: 50, top: 0 },
        { left: 50, top: 50 },
      ],
    ],
    sensitivity: 70,
    watchedHours: [
      { days: [1, 2], from: "22:00", to: "06:00" },
      { days: [6, 7], from: "00:00", to: "00:00" },
    ],
  },
  doors: [],
  controllerId: null,
};

describe("a camera's form", () => {
  it("sends back what it was given, zones and further hours too", () => {
    const values = cameraValuesOf(camera);
    const { id: _id, doors: _doors, controllerId: _c, ...fields } = camera;
    const source = sourceOf(values);
    expect(Object.values(cameraErrors(values)).filter(Boolean)).toEqual([]);
    expect(source && cameraFieldsOf(values, source)).toEqual(fields);
    expect(source && cameraFieldsOf({ ...values, looksForMotion: false }, source).motion).toBe(null);
  });

  it("says how a character of a password is written, and tries no such address", () => {
    const values = cameraValuesOf(null);
    for (const [address, said] of [
      ["rtsp://root:p@ss@10.0.0.5/live", "escríbelo %40"],
      ["rtsp://root:12#ss@10.0.0.5/live", "escríbelo %23"],
      ["rtsp://root:50%off@10.0.0.5/live", "escríbelo %25"],
      ["http://10.0.0.5/live", "que empiece por rtsp://"],
    ] as const) {
      expect(cameraErrors({ ...values, address }).address).toContain(said);
      expect(sourceOf({ ...values, address })).toBeNull();
    }
  });

  it("tries an address only when it can be one", () => {
    const values = cameraValuesOf(null);
    expect(sourceOf(values)).toBeNull();
    expect(sourceOf({ ...values, address: "http://x/" })).toBeNull();
    expect(sourceOf({ ...values, address: " rtsp://10.0.0.5/live " })).toEqual({
      kind: "rtsp",
      address: "rtsp://10.0.0.5/live",
    });
    expect(sourceOf({ ...values, kind: "snapshot", address: "http://x/", every: "0" })).toBeNull();
    expect(sourceOf({ ...values, kind: "simulated", scene: "garage" })).toEqual({
      kind: "simulated",
      scene: "garage",
    });
  });

  it("says what is wrong", () => {
    const values = { ...cameraValuesOf(camera), hours: [{ days: [], from: "22:00", to: "" }] };
    const wrong = cameraErrors({ ...values, address: "rtsp://x", sensitivity: "0", framesPerSecond: "40" });
    expect(Object.values(wrong).filter(Boolean)).toHaveLength(4);
    expect(Object.values(hoursErrors({ days: [], from: "22:00", to: "" })).filter(Boolean)).toHaveLength(2);
  });
});
