import { describe, expect, it } from "vitest";
import { PushProofs } from "./push-proofs.ts";
import { SignedTokens } from "./signed-tokens.ts";

const noon = Date.parse("2026-01-01T12:00:00Z");
const proofsAt = (at: number, secret = "a secret") =>
  new PushProofs(new SignedTokens(secret), { now: () => new Date(at), steadyMs: () => at });
const proofs = proofsAt(noon);
const about = { subjectId: "call-1", sessionId: "session-1" };
const proof = await proofs.make("reject-call", about, new Date(noon + 30_000));

describe("the proof in a push", () => {
  it("says what it is about, to the one thing it is for", async () => {
    expect(await proofs.read("reject-call", proof)).toEqual(about);
    expect(await proofs.read("bell-test", proof)).toBeNull();
  });

  it("is over when its moment is", async () => {
    expect(await proofsAt(noon + 29_999).read("reject-call", proof)).toEqual(about);
    expect(await proofsAt(noon + 30_000).read("reject-call", proof)).toBeNull();
  });

  it("is nothing with another secret", async () => {
    expect(await proofsAt(noon, "another").read("reject-call", proof)).toBeNull();
  });
});
