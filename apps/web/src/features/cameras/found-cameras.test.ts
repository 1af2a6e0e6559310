import { describe, expect, it } from "vitest";
import { isKnown, streamWords, withLogin } from "./found-cameras.ts";

const found = { address: "http://10.0.0.20:8080/onvif/device_service", name: null, model: null };

describe("a camera that was found", () => {
  it("is known when the building has one at its machine", () => {
    const at = (address: string) => isKnown(found, [{ kind: "rtsp", address }]);
    expect(at("rtsp://root:***@10.0.0.20:554/live?x=1")).toBe(true);
    expect(at("rtsp://10.0.0.2/live")).toBe(false);
    expect(isKnown(found, [{ kind: "simulated", scene: "hall" }])).toBe(false);
  });

  it("is written with its name and password, whatever is in them", () => {
    expect(withLogin("rtsp://10.0.0.20/a?b=1", "admin", "p@s/#%: ñ")).toBe(
      "rtsp://admin:p%40s%2F%23%25%3A%20%C3%B1@10.0.0.20/a?b=1",
    );
    expect(withLogin("rtsp://10.0.0.20/a", "", "x")).toBe("rtsp://10.0.0.20/a");
  });

  it("says what its streams are as far as it told", () => {
    const stream = {
      address: "rtsp://x",
      isMoved: false,
      name: "Main",
      codec: "H265",
      width: 640,
      height: 360,
    };
    expect(streamWords(stream)).toBe("Main · 640 × 360 · H265");
    expect(streamWords({ ...stream, name: null, codec: null, width: null })).toBe("Video");
  });
});
