import { expect, it } from "vitest";
import { codeAt } from "../../../testing/code-app.ts";
import { base32, stepOfCode } from "./totp.ts";

const secret = Buffer.from("12345678901234567890");

it("takes the codes of RFC 6238, appendix B, in six digits, each as its own step", () => {
  const vectors = [
    [59, "94287082"],
    [1_111_111_109, "07081804"],
    [1_111_111_111, "14050471"],
    [1_234_567_890, "89005924"],
    [2_000_000_000, "69279037"],
    [20_000_000_000, "65353130"],
  ] as const;
  for (const [seconds, eight] of vectors) {
    expect(stepOfCode(secret, eight.slice(-6), new Date(seconds * 1000))).toBe(Math.floor(seconds / 30));
  }
});

it("takes the step before and after, and no other", () => {
  const now = new Date(1_111_111_109_000);
  const middle = 37_037_036;
  for (const [away, found] of [
    [-2, undefined],
    [-1, middle - 1],
    [0, middle],
    [1, middle + 1],
    [2, undefined],
  ] as const) {
    const code = codeAt(base32(secret), new Date(now.getTime() + away * 30_000));
    expect(stepOfCode(secret, code, now)).toBe(found);
  }
  for (const none of ["", "12345", "1234567", " 07081", "0x7081", "éééééé"]) {
    expect(stepOfCode(secret, none, now)).toBeUndefined();
  }
});

it("writes secrets as apps read them", () => {
  expect(base32(secret)).toBe("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
  expect(base32(Buffer.from("foobar"))).toBe("MZXW6YTBOI");
});
