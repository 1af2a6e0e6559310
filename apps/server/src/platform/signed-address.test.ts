import { describe, expect, it } from "vitest";
import { SignedAddresses } from "./signed-address.ts";
import { SignedTokens } from "./signed-tokens.ts";

const QUARTER_MS = 15 * 60_000;
const noon = Date.parse("2026-01-01T12:00:00Z");
const at = (now: number, secret = "a secret") =>
  new SignedAddresses(new SignedTokens(secret), { now: () => new Date(now), steadyMs: () => now });

/** What a browser sends back of the address that it was given. */
const tokenIn = (address: string): string =>
  new URL(address, "http://localhost").searchParams.get("token") ?? "";
const token = tokenIn(await at(noon).forFile("plan"));

describe("the address of a picture", () => {
  it("shows that picture for a quarter of an hour, and nothing afterwards", async () => {
    expect(await at(noon).isValid("plan", token)).toBe(true);
    expect(await at(noon + QUARTER_MS - 1).isValid("plan", token)).toBe(true);
    expect(await at(noon + QUARTER_MS).isValid("plan", token)).toBe(false);
  });

  it("shows no other picture, and nothing to who has another secret", async () => {
    expect(await at(noon).isValid("face", token)).toBe(false);
    expect(await at(noon, "another").isValid("plan", token)).toBe(false);
    expect(await at(noon).isValid("plan", "")).toBe(false);
  });

  it("stays the same for some minutes, so that a browser knows a picture that it has", async () => {
    const first = await at(noon).forFile("plan");
    expect(await at(noon + 4 * 60_000).forFile("plan")).toBe(first);
    expect(await at(noon + 5 * 60_000).forFile("plan")).not.toBe(first);
  });

  it("is renewed by a server that remembers it, and each file has its own", async () => {
    let now = noon;
    const addresses = new SignedAddresses(new SignedTokens("a secret"), {
      now: () => new Date(now),
      steadyMs: () => now,
    });
    const first = await addresses.forFile("plan");
    expect(await addresses.forFile("plan")).toBe(first);
    expect(await addresses.isValid("face", tokenIn(await addresses.forFile("face")))).toBe(true);
    now += QUARTER_MS;
    expect(await addresses.isValid("plan", tokenIn(first))).toBe(false);
    expect(await addresses.isValid("plan", tokenIn(await addresses.forFile("plan")))).toBe(true);
    expect(await addresses.forFile(null)).toBeNull();
  });
});
