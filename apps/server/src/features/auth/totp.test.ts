import { expect, it } from "vitest";
import { base32, codeOf, stepAt, stepOfCode } from "./totp.ts";

const secret = Buffer.from("12345678901234567890");

it("gives the codes of RFC 6238, appendix B, in six digits", () => {
  const vectors = [
    [59, "94287082"],
    [1_111_111_109, "07081804"],
    [1_111_111_111, "14050471"],
    [1_234_567_890, "89005924"],
    [2_000_000_000, "69279037"],
    [20_000_000_000, "65353130"],
  ] as const;
  for (const [seconds, eight] of vectors) {
    expect(codeOf(secret, stepAt(new Date(seconds * 1000)))).toBe(eight.slice(-6));
  }
});

it("takes the step before and after, and no other", () => {
  const now = new Date(1_111_111_109_000);
  const middle = stepAt(now);
  for (const [away, found] of [
    [-2, undefined],
    [-1, middle - 1],
    [0, middle],
    [1, middle + 1],
    [2, undefined],
  ] as const) {
    expect(stepOfCode(secret, codeOf(secret, middle + away), now)).toBe(found);
  }
  expect(stepOfCode(secret, "", now)).toBeUndefined();
  // Six signs that are more than six bytes.
  expect(stepOfCode(secret, "éééééé", now)).toBeUndefined();
});

it("writes secrets as apps read them", () => {
  expect(base32(secret)).toBe("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
  expect(base32(Buffer.from("foobar"))).toBe("MZXW6YTBOI");
});
