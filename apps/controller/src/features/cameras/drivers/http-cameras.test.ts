import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { realJpeg } from "../../../../testing/jpeg.ts";
import { selfSigned } from "../../../../testing/self-signed.ts";
import { systemClock } from "../../../platform/clock.ts";
import { type CameraDriver, CameraFailure } from "../camera-driver.ts";
import { MjpegCameraDriver } from "./mjpeg-camera.ts";
import { SnapshotCameraDriver } from "./snapshot-camera.ts";

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

async function listen(answer: Answer): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
}

/** Captures until so many pictures came. */
async function take(driver: CameraDriver, pictures: number): Promise<Buffer[]> {
  const found: Buffer[] = [];
  const enough = new AbortController();
  await driver.capture((jpeg) => {
    found.push(Buffer.from(jpeg));
    if (found.length === pictures) {
      enough.abort();
    }
  }, enough.signal);
  return found;
}

const failure = (driver: CameraDriver) =>
  driver.capture(() => undefined, new AbortController().signal).catch((error: unknown) => String(error));

const snapshots = (host: string, login = "") =>
  new SnapshotCameraDriver({
    address: `http://${login}${host}/snap?x=1`,
    everyMs: 100,
    clock: systemClock(),
  });

describe("an MJPEG camera", () => {
  it("gives the pictures of a multipart stream, with wrong lengths and odd boundaries", async () => {
    const pictures = await Promise.all([1, 2, 3].map((seed) => realJpeg(seed)));
    const host = await listen((_request, response) => {
      response.writeHead(200, { "content-type": "multipart/x-mixed-replace;boundary=--umbral" });
      for (const picture of pictures) {
        response.write("--umbral\r\nContent-Type: image/jpeg\r\nContent-Length: 17\r\n\r\n");
        response.write(picture.subarray(0, 100));
        response.write(picture.subarray(100));
        response.write("\r\n");
      }
    });
    expect(await take(new MjpegCameraDriver(`http://${host}/video`), 3)).toEqual(pictures);
  });

  it("says that it sends something else, without saying its password", async () => {
    const host = await listen((_request, response) => response.end("<html>"));
    expect(await failure(new MjpegCameraDriver(`http://${host}/`))).toContain("something else than pictures");
    const missing = await failure(new MjpegCameraDriver("http://admin:hunter2@127.0.0.1:9/"));
    expect(missing).toContain("ECONNREFUSED");
    expect(missing).not.toContain("hunter2");
  });

  it("ends when the camera breaks off", async () => {
    const picture = await realJpeg(1);
    const host = await listen((_request, response) => {
      response.writeHead(200, { "content-type": "multipart/x-mixed-replace; boundary=b" });
      response.write(picture, () => response.destroy());
    });
    const found: number[] = [];
    const driver = new MjpegCameraDriver(`http://${host}/`);
    await expect(
      driver.capture((jpeg) => void found.push(jpeg.length), new AbortController().signal),
    ).rejects.toThrow("broke off");
    expect(found).toEqual([picture.length]);
  });
});

describe("a camera with a snapshot address", () => {
  it("is asked again and again, with its name and password", async () => {
    const pictures = await Promise.all([1, 2].map((seed) => realJpeg(seed)));
    let asked = 0;
    const host = await listen((request, response) => {
      expect(request.headers.authorization).toBe(`Basic ${Buffer.from("admin:p@ss").toString("base64")}`);
      response.end(pictures[asked++ % 2]);
    });
    expect(await take(snapshots(host, "admin:p%40ss@"), 3)).toEqual([pictures[0], pictures[1], pictures[0]]);
  });

  it("may want digest authentication", async () => {
    const picture = await realJpeg(1);
    const md5 = (text: string) => createHash("md5").update(text).digest("hex");
    const host = await listen((request, response) => {
      const given = request.headers.authorization ?? "";
      const part = (name: string) => new RegExp(`[ ,]${name}="?([^",]+)`).exec(given)?.[1] ?? "";
      const expected = md5(
        [md5("admin:cam:pw"), "n0nce", part("nc"), part("cnonce"), "auth", md5("GET:/snap?x=1")].join(":"),
      );
      if (given.startsWith("Digest ") && part("response") === expected && part("uri") === "/snap?x=1") {
        response.end(picture);
        return;
      }
      response.writeHead(401, {
        "www-authenticate": 'Digest realm="cam", nonce="n0nce", qop="auth", algorithm=MD5',
      });
      response.end();
    });
    expect(await take(snapshots(host, "admin:pw@"), 1)).toEqual([picture]);
    expect(await failure(snapshots(host, "admin:wrong@"))).toContain("refused the name or password");
    expect(await failure(snapshots(host))).toContain("refused the name or password");
  });

  it("does not take its password elsewhere when it sends there", async () => {
    const asked: string[] = [];
    const elsewhere = await listen((request, response) => {
      asked.push(request.headers.authorization ?? "");
      response.end();
    });
    const host = await listen((_request, response) =>
      response.writeHead(302, { location: `http://${elsewhere}/snap` }).end(),
    );
    expect(await failure(snapshots(host, "admin:hunter2@"))).toContain("sends elsewhere");
    expect(await failure(new MjpegCameraDriver(`http://admin:hunter2@${host}/v`))).toContain(
      "sends elsewhere",
    );
    expect(asked).toEqual([]);
  });

  it("says what is wrong: the certificate, the way to the picture, or that it is none", async () => {
    const trouble = (address: string) =>
      new MjpegCameraDriver(address)
        .capture(() => undefined, new AbortController().signal)
        .catch((error: unknown) => (error instanceof CameraFailure ? error.trouble : "no-pictures"));
    const secure = createSecureServer(selfSigned, (_request, response) => response.end());
    await new Promise<void>((resolve) => secure.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void secure.close());
    const { port } = secure.address() as AddressInfo;
    expect(await trouble(`https://127.0.0.1:${port}/video`)).toBe("bad-certificate");
    const nowhere = await listen((_request, response) => response.writeHead(404).end());
    expect(await trouble(`http://${nowhere}/video`)).toBe("not-there");
    const page = await listen((_request, response) => response.end("<html>"));
    expect(await trouble(`http://${page}/video`)).toBe("no-pictures");
    expect(await trouble("http://127.0.0.1:9/video")).toBe("unreachable");
  });

  it("may not send too much, nor something else", async () => {
    const large = await listen((_request, response) => response.end(Buffer.alloc(1_600_000, 0xff)));
    expect(await failure(snapshots(large))).toContain("too large");
    const other = await listen((_request, response) => response.end("offline"));
    expect(await failure(snapshots(other))).toContain("something else than pictures");
    const broken = await listen((_request, response) => response.writeHead(500).end());
    expect(await failure(snapshots(broken))).toContain("500");
  });

  it("is let go of at once when nobody looks any more", async () => {
    const host = await listen(() => undefined);
    const stop = new AbortController();
    const capture = snapshots(host).capture(() => undefined, stop.signal);
    stop.abort();
    await capture.catch(() => undefined);
  });
});
