import { expect, it } from "vitest";
import { windowOf } from "./page-window.ts";

it("stands around the page, and stops at both ends", () => {
  expect(windowOf(1, 12, 5)).toEqual([1, 2, 3, 4, 5]);
  expect(windowOf(3, 12, 5)).toEqual([1, 2, 3, 4, 5]);
  expect(windowOf(4, 12, 5)).toEqual([2, 3, 4, 5, 6]);
  expect(windowOf(11, 12, 5)).toEqual([8, 9, 10, 11, 12]);
  expect(windowOf(12, 12, 5)).toEqual([8, 9, 10, 11, 12]);
});

it("is as short as there are pages", () => {
  expect(windowOf(2, 3, 5)).toEqual([1, 2, 3]);
  expect(windowOf(1, 1, 5)).toEqual([1]);
});
