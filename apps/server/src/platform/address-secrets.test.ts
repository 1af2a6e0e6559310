import { describe, expect, it } from "vitest";
import { hideSecrets, restoreSecrets, withoutSecrets, withSecretsOf } from "./address-secrets.ts";

describe("a camera's address", () => {
  it("is shown without its password, wherever it stands", () => {
    expect(hideSecrets("rtsp://root:hunter2@10.0.0.5:554/live?x=1")).toBe(
      "rtsp://root:***@10.0.0.5:554/live?x=1",
    );
    expect(hideSecrets("rtsp://root:p@ss:word@10.0.0.5/live")).toBe("rtsp://root:***@10.0.0.5/live");
    expect(hideSecrets("http://10.0.0.5/snap.cgi?user=a&pwd=secret&size=2")).toBe(
      "http://10.0.0.5/snap.cgi?user=a&pwd=***&size=2",
    );
    expect(hideSecrets("http://10.0.0.5/snap.jpg")).toBe("http://10.0.0.5/snap.jpg");
  });

  it("keeps its password when it comes back as it was shown", () => {
    for (const kept of [
      "rtsp://root:hunter2@10.0.0.5:554/live?x=1",
      "rtsp://root:p@ss$&word@10.0.0.5/live",
      "http://10.0.0.5/snap.cgi?user=a&pwd=secret&size=2",
    ]) {
      expect(restoreSecrets(hideSecrets(kept), kept)).toBe(kept);
    }
    expect(restoreSecrets("rtsp://root:***@10.0.0.5/other", "rtsp://root:hunter2@10.0.0.5/live")).toBe(
      "rtsp://root:hunter2@10.0.0.5/other",
    );
  });

  it("tells its password to no other machine and no other user", () => {
    const kept = "rtsp://root:hunter2@10.0.0.5/live";
    for (const sent of [
      "rtsp://root:***@10.0.0.6/live",
      "rtsp://root:***@10.0.0.5:8554/live",
      "http://root:***@10.0.0.5/live",
      "rtsp://other:***@10.0.0.5/live",
      "rtsp://root:***@evil.example/@10.0.0.5/live",
    ]) {
      expect(restoreSecrets(sent, kept)).toBe(sent);
    }
    expect(restoreSecrets("http://evil/x?pwd=***", "http://10.0.0.5/x?pwd=secret")).toBe(
      "http://evil/x?pwd=***",
    );
  });

  it("takes a new password as it was written", () => {
    expect(restoreSecrets("rtsp://root:new@10.0.0.5/live", "rtsp://root:old@10.0.0.5/live")).toBe(
      "rtsp://root:new@10.0.0.5/live",
    );
  });
});

it("covers both addresses of a relay", () => {
  const kept = { kind: "http", openAddress: "http://a:1@r/on", closeAddress: "http://a:2@r/off" } as const;
  const shown = withoutSecrets(kept);
  expect(shown).toEqual({
    kind: "http",
    openAddress: "http://a:***@r/on",
    closeAddress: "http://a:***@r/off",
  });
  expect(withSecretsOf(shown, kept)).toEqual(kept);
  expect(withSecretsOf(shown, { kind: "simulated" })).toEqual(shown);
  expect(withoutSecrets({ kind: "simulated" })).toEqual({ kind: "simulated" });
});
