import { expect, it, vi } from "vitest";
import { changedValues, sendChanged } from "./changed-values.ts";

const door = {
  name: "Garaje",
  pulseMs: 1000,
  freeScheduleId: null as string | null,
  cameraIds: ["a", "b"],
  relay: { kind: "http", inputs: [{ pin: 3 }], closeAddress: null as string | null },
};
type Door = typeof door;

it("tells the fields that are other than they were, whole", () => {
  expect(changedValues(door, { ...door, name: "Sótano" })).toEqual({ name: "Sótano" });
  expect(changedValues<Door>(door, { ...door, freeScheduleId: "noches", pulseMs: 0 })).toEqual({
    freeScheduleId: "noches",
    pulseMs: 0,
  });
  expect(changedValues<Door>({ ...door, freeScheduleId: "noches" }, door)).toEqual({ freeScheduleId: null });
});

it("looks at what is in lists and objects, however deep", () => {
  const copy = structuredClone(door);
  expect(changedValues(door, copy)).toBeNull();
  const relay = { ...door.relay, inputs: [{ pin: 4 }] };
  expect(changedValues(door, { ...copy, relay })).toEqual({ relay });
});

it("takes a list in another order, a shorter and a longer one for another", () => {
  for (const cameraIds of [["b", "a"], ["a"], ["a", "b", "c"], []]) {
    expect(changedValues(door, { ...door, cameraIds })).toEqual({ cameraIds });
  }
});

it("tells a list from an object, nothing from null and a field more from none", () => {
  const pairs: readonly [unknown, unknown][] = [
    [[], {}],
    [null, undefined],
    [null, {}],
    [{}, { one: undefined }],
    [{ one: undefined }, { other: undefined }],
    ["1", 1],
    [false, null],
  ];
  for (const [value, other] of pairs) {
    expect(changedValues({ value }, { value: other })).toEqual({ value: other });
    expect(changedValues({ value: other }, { value })).toEqual({ value });
  }
  expect(changedValues({ value: Number.NaN }, { value: Number.NaN })).toBeNull();
});

it("takes another file for another, whatever is in it", () => {
  const photo = new Blob(["a"]);
  expect(changedValues({ photo }, { photo })).toBeNull();
  const other = new Blob(["a"]);
  expect(changedValues({ photo }, { photo: other })?.photo).toBe(other);
});

it("sends what was changed once, and nothing where nothing was", async () => {
  const send = vi.fn(() => Promise.resolve());
  await sendChanged(door, structuredClone(door), send);
  expect(send).not.toHaveBeenCalled();
  await sendChanged(door, { ...door, name: "Sótano" }, send);
  expect(send.mock.calls).toEqual([[{ name: "Sótano" }]]);
});

it("fails as what it sends fails", async () => {
  const failing = () => Promise.reject(new Error("no line"));
  await expect(sendChanged(door, { ...door, name: "Sótano" }, failing)).rejects.toThrow("no line");
});
