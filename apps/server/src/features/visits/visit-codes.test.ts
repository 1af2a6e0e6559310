import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { KeyedDigest } from "../../platform/keyed-digest.ts";
import { digestOfCode } from "./visit-codes.ts";

const digest = new KeyedDigest(randomBytes(32));
const here = { buildingId: "mirador", day: "2026-11-22" };
const kept = digestOfCode(digest, here, "123456");

it("keeps of a code what is the same in its building on its day alone", () => {
  expect(digestOfCode(digest, here, "123456").equals(kept)).toBe(true);
  expect(digestOfCode(digest, { ...here, buildingId: "almendros" }, "123456").equals(kept)).toBe(false);
  expect(digestOfCode(digest, { ...here, day: "2026-11-23" }, "123456").equals(kept)).toBe(false);
  expect(digestOfCode(digest, here, "123457").equals(kept)).toBe(false);
});
