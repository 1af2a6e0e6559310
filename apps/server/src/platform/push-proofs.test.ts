import { describe, expect, it } from "vitest";
import { PushProofs } from "./push-proofs.ts";

const noon = Date.parse("2026-01-01T12:00:00Z");
const clockAt = (at: number) => ({ now: () => new Date(at), steadyMs: () => at });
const proofs = new PushProofs("a secret", clockAt(noon));
const about = { subjectId: "call-1", sessionId: "session-1" };
const proof = proofs.make("reject-call", about, new Date(noon + 30_000));

describe("the proof in a push", () => {
  it("says what it is about, to the one thing it is for", () => {
    expect(proofs.read("reject-call", proof)).toEqual(about);
    expect(proofs.read("bell-test", proof)).toBeNull();
  });

  it("is over when its moment is", () => {
    expect(new PushProofs("a secret", clockAt(noon + 30_000)).read("reject-call", proof)).toEqual(about);
    expect(new PushProofs("a secret", clockAt(noon + 30_001)).read("reject-call", proof)).toBeNull();
  });

  it("is nothing when somebody made or changed it", () => {
    const [text = "", signature = ""] = proof.split(".");
    const other = Buffer.from(JSON.stringify(["reject-call", "call-2", "session-1", noon + 9e9])).toString(
      "base64url",
    );
    for (const forged of [
      "",
      ".",
      "x",
      `${text}.`,
      `.${signature}`,
      `${other}.${signature}`,
      `${text}.${signature}x`,
    ]) {
      expect([forged, proofs.read("reject-call", forged)]).toEqual([forged, null]);
    }
    expect(new PushProofs("another", clockAt(noon)).read("reject-call", proof)).toBeNull();
  });
});
