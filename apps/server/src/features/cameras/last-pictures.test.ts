import { expect, it } from "vitest";
import { LastPictures } from "./last-pictures.ts";

const at = new Date("2026-11-23T12:00:00Z");

it("keeps the last picture of each camera, and lets the oldest go when there are too many bytes", () => {
  const pictures = new LastPictures(10);
  pictures.keep("entrance", new Uint8Array(4), at);
  pictures.keep("street", new Uint8Array(4), at);
  pictures.keep("entrance", new Uint8Array(6), at);
  expect(pictures.of("entrance")?.jpeg.byteLength).toBe(6);
  expect(pictures.of("street")?.jpeg.byteLength).toBe(4);
  pictures.keep("ramp", new Uint8Array(3), at);
  expect(pictures.of("street")).toBeUndefined();
  expect(pictures.of("entrance")).toBeDefined();
  pictures.keep("wall", new Uint8Array(11), at);
  expect(["entrance", "ramp", "wall"].map((id) => pictures.of(id))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  pictures.keep("ramp", new Uint8Array(10), at);
  expect(pictures.of("ramp")).toEqual({ jpeg: new Uint8Array(10), at });
});
