import fc from "fast-check";
import { expect, it } from "vitest";
import { digestOfToken, newTokenSecret } from "./token-secret.ts";

it("is known by its form, and a letter that was typed wrong is noticed", () => {
  const { secret, prefix, digest } = newTokenSecret();
  expect(secret).toMatch(/^umb_[0-9A-Za-z]{38}$/);
  expect(secret.startsWith(prefix)).toBe(true);
  expect(digestOfToken(secret)).toEqual(digest);
  fc.assert(
    fc.property(
      fc.integer({ min: 4, max: secret.length - 1 }),
      fc.constantFrom("a", "Z", "7"),
      (at, letter) => {
        fc.pre(secret[at] !== letter);
        expect(digestOfToken(`${secret.slice(0, at)}${letter}${secret.slice(at + 1)}`)).toBeNull();
      },
    ),
  );
});

it("takes nothing of another form for a token", () => {
  const { secret } = newTokenSecret();
  for (const text of ["", "umb_", secret.slice(0, -1), `${secret}a`, secret.slice(4), ` ${secret}`]) {
    expect(digestOfToken(text)).toBeNull();
  }
});
