import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { answeringCamera as camera } from "../../../../testing/rtsp-camera.ts";
import { CameraFailure } from "../camera-driver.ts";
import { RtspCameraDriver } from "./rtsp-camera.ts";

const troubleOf = (address: string) =>
  new RtspCameraDriver({ address, width: 640, framesPerSecond: 5 })
    .capture(() => undefined, new AbortController().signal)
    .then(
      () => "none",
      (error: unknown) => (error instanceof CameraFailure ? error.trouble : String(error)),
    );

const UNAUTHORIZED = (challenge: string) =>
  `RTSP/1.0 401 Unauthorized\r\nWWW-Authenticate: ${challenge}\r\nContent-Length: 4\r\n\r\nsorry`.slice(
    0,
    -1,
  );
const OK = "RTSP/1.0 200 OK\r\nPublic: DESCRIBE\r\n\r\n";

it("a camera's password does not go along when the camera sends elsewhere", async () => {
  const elsewhere = await camera(() => "RTSP/1.0 404 Not Found\r\n\r\n");
  const sending = (isAsking: boolean) =>
    camera((head) => {
      if (!head.startsWith("DESCRIBE")) {
        return OK;
      }
      return isAsking && !head.includes("Authorization")
        ? UNAUTHORIZED('Basic realm="cam"')
        : `RTSP/1.0 302 Moved\r\nLocation: rtsp://${elsewhere.host}/live\r\n\r\n`;
    });
  for (const { host } of [await sending(false), await sending(true)]) {
    expect(await troubleOf(`rtsp://root:hunter2@${host}/live`)).toBe("elsewhere");
  }
  expect(elsewhere.asked).toEqual([]);
});

it("a camera says by itself that it refuses the password, or has no such stream", async () => {
  const md5 = (text: string) => createHash("md5").update(text).digest("hex");
  const strict = await camera((head) => {
    const uri = / uri="([^"]+)"/.exec(head)?.[1] ?? "";
    const response = md5([md5("root:cam:p@ss"), "n0nce", md5(`DESCRIBE:${uri}`)].join(":"));
    if (head.startsWith("OPTIONS")) {
      return OK;
    }
    return head.includes(`response="${response}"`)
      ? "RTSP/1.0 404 Not Found\r\n\r\n"
      : UNAUTHORIZED('Digest realm="cam", nonce="n0nce"');
  });
  expect(await troubleOf(`rtsp://root:wrong@${strict.host}/live`)).toBe("refused-password");
  expect(await troubleOf(`rtsp://root:p%40ss@${strict.host}/live`)).toBe("not-there");
  expect(await troubleOf("rtsp://root:pw@127.0.0.1:9/live")).toBe("unreachable");
});
