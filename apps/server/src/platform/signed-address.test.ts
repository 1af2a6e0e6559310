import { describe, expect, it } from "vitest";
import { SignedAddresses } from "./signed-address.ts";

const QUARTER_MS = 15 * 60_000;
const noon = Date.parse("2026-01-01T12:00:00Z");
const at = (now: number, key = "a key") =>
  new SignedAddresses(key, { now: () => new Date(now), steadyMs: () => now });

/** What a browser sends back of the address that it was given. */
function partsOf(address: string) {
  const { searchParams } = new URL(address, "http://localhost");
  return { until: Number(searchParams.get("until")), signature: searchParams.get("signature") ?? "" };
}
const { until, signature } = partsOf(at(noon).forFile("plan"));

describe("the address of a picture", () => {
  it("shows that picture for a quarter of an hour, and nothing afterwards", () => {
    expect(at(noon).isValid("plan", until, signature)).toBe(true);
    expect(at(noon + QUARTER_MS).isValid("plan", until, signature)).toBe(true);
    expect(at(noon + QUARTER_MS + 1).isValid("plan", until, signature)).toBe(false);
  });

  it("shows no other picture, and is not made to last longer", () => {
    expect(at(noon).isValid("face", until, signature)).toBe(false);
    expect(at(noon).isValid("plan", until + 1, signature)).toBe(false);
  });

  it("is nothing when it was made with another key, or cut short", () => {
    expect(at(noon, "another key").isValid("plan", until, signature)).toBe(false);
    expect(at(noon).isValid("plan", until, signature.slice(0, -1))).toBe(false);
    expect(at(noon).isValid("plan", until, "")).toBe(false);
  });

  it("stays the same for some minutes, so that a browser knows a picture that it has", () => {
    expect(at(noon + 4 * 60_000).forFile("plan")).toBe(at(noon).forFile("plan"));
    expect(at(noon + 5 * 60_000).forFile("plan")).not.toBe(at(noon).forFile("plan"));
  });
});
