import { expect, it } from "vitest";
import { RememberedRefusals } from "./remembered-refusals.ts";

const at = (milliseconds: number) => new Date(1_800_000_000_000 + milliseconds);

it("a refusal holds for a second, for its subject alone, and no longer than it would have", () => {
  const refusals = new RememberedRefusals();
  refusals.remember("rosa", at(0));
  refusals.remember("pedro", at(0), at(300).getTime());
  expect(refusals.isRefused("rosa", at(999))).toBe(true);
  expect(refusals.isRefused("rosa", at(1000))).toBe(false);
  expect(refusals.isRefused("pedro", at(299))).toBe(true);
  expect(refusals.isRefused("pedro", at(300))).toBe(false);
  expect(refusals.isRefused("andrés", at(0))).toBe(false);
  refusals.forget("rosa");
  expect(refusals.isRefused("rosa", at(0))).toBe(false);
});

it("a clock that is put back does not make it last", () => {
  const refusals = new RememberedRefusals();
  refusals.remember("rosa", at(0));
  expect(refusals.isRefused("rosa", at(-1))).toBe(false);
});
