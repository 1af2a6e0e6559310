import { describe, expect, it } from "vitest";
import { hideSecrets, restoreSecrets, withoutSecrets, withSecretsOf } from "./address-secrets.ts";

const again = expect.objectContaining({ code: "PASSWORD_AGAIN" });

describe("a device's address", () => {
  it("is shown without its password, wherever it stands", () => {
    expect(hideSecrets("rtsp://root:hunter2@10.0.0.5:554/live?x=1")).toBe(
      "rtsp://root:***@10.0.0.5:554/live?x=1",
    );
    expect(hideSecrets("rtsp://root:p@ss:word@10.0.0.5/live")).toBe("rtsp://root:***@10.0.0.5/live");
    expect(hideSecrets("http://10.0.0.5/snap.cgi?user=a&pwd=secret&size=2")).toBe(
      "http://10.0.0.5/snap.cgi?user=a&pwd=***&size=2",
    );
    expect(hideSecrets("http://hunter2@10.0.0.5/on")).toBe("http://***@10.0.0.5/on");
    // As recorders of many makes are asked: in the path, with `&` or `_` between.
    expect(
      hideSecrets("rtsp://10.0.0.5/user=admin&password=hunter2&channel=1&stream=0.sdp?real_stream"),
    ).toBe("rtsp://10.0.0.5/user=admin&password=***&channel=1&stream=0.sdp?real_stream");
    expect(hideSecrets("rtsp://10.0.0.5/user=admin_password=hun_ter2_channel=1_stream=0.sdp")).toBe(
      "rtsp://10.0.0.5/user=admin_password=***_channel=1_stream=0.sdp",
    );
    expect(
      hideSecrets("http://10.0.0.5/snap.cgi?loginuse=admin&loginpas=hunter2&psw=hunter2&pw=hunter2"),
    ).toBe("http://10.0.0.5/snap.cgi?loginuse=admin&loginpas=***&psw=***&pw=***");
    expect(hideSecrets("http://10.0.0.5/snap.cgi?pwd1=hunter2&user_pwd=hunter2")).toBe(
      "http://10.0.0.5/snap.cgi?pwd1=***&user_pwd=***",
    );
    expect(hideSecrets("rtsp://10.0.0.5/passage/Channels/101")).toBe("rtsp://10.0.0.5/passage/Channels/101");
    expect(hideSecrets("rtsp://root:12#hunter2@10.0.0.5/live")).not.toContain("hunter2");
    expect(hideSecrets("rtsp://root:p#hunter2@10.0.0.5/live")).toBe("rtsp://***");
    expect(hideSecrets("http://10.0.0.5/snap.jpg")).toBe("http://10.0.0.5/snap.jpg");
  });

  it("keeps its password when it comes back as it was shown", () => {
    for (const kept of [
      "rtsp://root:hunter2@10.0.0.5:554/live?x=1",
      "rtsp://root:p@ss$&word@10.0.0.5/live",
      "rtsp://root:p#hunter2@10.0.0.5/live",
      "http://hunter2@10.0.0.5/on",
      "http://10.0.0.5/snap.cgi?user=a&pwd=secret&size=2",
      "rtsp://10.0.0.5/user=admin&password=hunter2&channel=1&stream=0.sdp?",
    ]) {
      expect(restoreSecrets(hideSecrets(kept), [kept])).toBe(kept);
    }
    expect(restoreSecrets("rtsp://root:***@10.0.0.5:554/other", ["rtsp://root:p%40s@10.0.0.5/live"])).toBe(
      "rtsp://root:p%40s@10.0.0.5:554/other",
    );
    expect(
      restoreSecrets("rtsp://10.0.0.5/user=admin&password=***&channel=2&stream=0.sdp", [
        "rtsp://10.0.0.5/user=admin&password=hunter2&channel=1&stream=0.sdp",
      ]),
    ).toBe("rtsp://10.0.0.5/user=admin&password=hunter2&channel=2&stream=0.sdp");
    expect(restoreSecrets("HTTP://root:***@CAM:80/other", ["http://root:pw@cam/live"])).toBe(
      "http://root:pw@cam/other",
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
      "rtsp://root:***@10.0.0.5.evil.example/live",
    ]) {
      expect(() => restoreSecrets(sent, [kept])).toThrow(again);
    }
    for (const sent of [
      "http://evil/x?pwd=***",
      "http://10.0.0.5/x?token=***",
      "http://root:***@evil\\@10.0.0.5/x",
      "http://***@10.0.0.5/x",
      "http://evil/user=a&pwd=***",
      "http://10.0.0.5/user=a&token=***",
    ]) {
      expect(() => restoreSecrets(sent, ["http://root:hunter2@10.0.0.5/x?pwd=secret"])).toThrow(again);
    }
    expect(() => restoreSecrets("http://root:***@10.0.0.5/x", [])).toThrow(again);
  });

  it("takes a new password as it was written", () => {
    expect(restoreSecrets("rtsp://root:new@10.0.0.5/live", ["rtsp://root:old@10.0.0.5/live"])).toBe(
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
  const oneAddress = { ...kept, closeAddress: null };
  // A second address of the same relay may be written after the first.
  expect(withSecretsOf(shown, oneAddress)).toEqual({
    ...kept,
    closeAddress: "http://a:1@r/off",
  });
  expect(() => withSecretsOf(shown, { kind: "simulated" })).toThrow(again);
  expect(withoutSecrets({ kind: "simulated" })).toEqual({ kind: "simulated" });
});
