import { expect, it } from "vitest";
import { KeyedDigest } from "./keyed-digest.ts";

const digest = new KeyedDigest(Buffer.alloc(32, 7));

it("is the same for the same words under the same key, on every process", () => {
  expect(digest.of("visits", "a", "123456")).toEqual(
    new KeyedDigest(Buffer.alloc(32, 7)).of("visits", "a", "123456"),
  );
});

it("is another under another key, for another use and for words cut elsewhere", () => {
  const one = digest.of("visits", "a", "123456").toString("hex");
  const others = [
    new KeyedDigest(Buffer.alloc(32, 8)).of("visits", "a", "123456"),
    digest.of("claims", "a", "123456"),
    digest.of("visits", "a1", "23456"),
    digest.of("visits", "a", "123457"),
  ];
  expect(new Set([one, ...others.map((other) => other.toString("hex"))]).size).toBe(5);
});
