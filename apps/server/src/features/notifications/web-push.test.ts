import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";
import { Agent } from "node:https";
import { createLocalJWKSet, jwtVerify } from "jose";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import webPush from "web-push";
import { localhostCertificate } from "../../../testing/localhost-certificate.ts";
import { startStandIn } from "../../../testing/stand-in.ts";
import { isInside } from "../../platform/public-addresses.ts";
import { WebPush } from "./web-push.ts";

const taken = () => ({ status: 201 });
const service = await startStandIn(taken, localhostCertificate);
afterAll(() => service.close());
afterEach(() => {
  service.requests.length = 0;
  service.answerWith(taken);
});

const vapid = { ...webPush.generateVAPIDKeys(), subject: "mailto:ops@umbral.example" };
const agent = new Agent({ ca: localhostCertificate.cert, keepAlive: false });
const push = new WebPush(vapid, { agent, timeoutMs: 300 });

/** A browser that subscribed: it alone can read what comes. */
function newBrowser() {
  const ecdh = createECDH("prime256v1");
  ecdh.generateKeys();
  const auth = randomBytes(16);
  const token = JSON.stringify({
    endpoint: `${service.url}/send/abc`,
    expirationTime: null,
    keys: { p256dh: ecdh.getPublicKey("base64url"), auth: auth.toString("base64url") },
  });
  return { token, read: (body: Buffer) => decrypt(body, ecdh, auth) };
}

/** RFC 8291 and 8188, from the browser's side. */
function decrypt(body: Buffer, ecdh: ReturnType<typeof createECDH>, auth: Buffer): unknown {
  const salt = body.subarray(0, 16);
  const serverKey = body.subarray(21, 21 + (body[20] ?? 0));
  const sealed = body.subarray(21 + (body[20] ?? 0));
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), ecdh.getPublicKey(), serverKey]);
  const secret = Buffer.from(hkdfSync("sha256", ecdh.computeSecret(serverKey), auth, info, 32));
  const derive = (purpose: string, length: number) =>
    Buffer.from(hkdfSync("sha256", secret, salt, `Content-Encoding: ${purpose}\0`, length));
  const decipher = createDecipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12));
  decipher.setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  // The last record ends with 2 and what padding follows.
  return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString());
}

const payload = {
  kind: "call" as const,
  title: "Llamada de portería",
  body: "Pedro llama",
  path: "/llamada-visitante/1/true",
  tag: "1",
  expiresAt: "2026-03-01T12:00:30.000Z",
};

describe("a push to a browser", () => {
  it("can be read by that browser, and by no other", async () => {
    const browser = newBrowser();
    expect(await push.send(browser.token, payload, 25)).toEqual({ kind: "accepted", providerId: null });
    const [request] = service.requests;
    expect(request).toMatchObject({
      method: "POST",
      path: "/send/abc",
      headers: { ttl: "25", urgency: "high", "content-encoding": "aes128gcm" },
    });
    const body = request?.body ?? Buffer.alloc(0);
    expect(browser.read(body)).toEqual(payload);
    expect(() => newBrowser().read(body)).toThrow();
  });

  it("says who sends it, with the key that the browser was given", async () => {
    await push.send(newBrowser().token, payload, 25);
    const header = service.requests[0]?.headers.authorization ?? "";
    const [, jwt = "", key] = /^vapid t=(.+), k=(.+)$/.exec(header) ?? [];
    expect(key).toBe(vapid.publicKey);
    const point = Buffer.from(vapid.publicKey, "base64url");
    const keys = createLocalJWKSet({
      keys: [
        {
          kty: "EC",
          crv: "P-256",
          alg: "ES256",
          x: point.subarray(1, 33).toString("base64url"),
          y: point.subarray(33).toString("base64url"),
        },
      ],
    });
    const { payload: claims } = await jwtVerify(jwt, keys, { audience: service.url });
    expect(claims.sub).toBe("mailto:ops@umbral.example");
  });

  it("tells a browser that unsubscribed from a service that is away", async () => {
    const { token } = newBrowser();
    for (const [status, kind] of [
      [410, "gone"],
      [404, "gone"],
      [400, "refused"],
      [429, "away"],
      [502, "away"],
    ] as const) {
      service.answerWith(() => ({ status }));
      expect([status, (await push.send(token, payload, 25)).kind]).toEqual([status, kind]);
    }
    service.answerWith(() => undefined);
    expect((await push.send(token, payload, 25)).kind).toBe("away");
  });

  it("is taken, or not, by the status alone: an answer that breaks off in the middle holds nobody", async () => {
    const { token } = newBrowser();
    for (const [status, kind] of [
      [201, "accepted"],
      [410, "gone"],
    ] as const) {
      service.answerWith(() => ({ status, headers: { "content-length": "1000" } }));
      expect([status, (await push.send(token, payload, 25)).kind]).toEqual([status, kind]);
    }
  });
});

describe("an address inside the house", () => {
  it("is never asked, though a subscription names it", async () => {
    const outward = new WebPush(vapid);
    expect(await outward.send(newBrowser().token, payload, 25)).toEqual({
      kind: "away",
      reason: "NOT_PUBLIC",
    });
    expect(service.requests).toEqual([]);
  });

  it("is told from one outside", () => {
    const insiders = ["127.0.0.1", "10.1.2.3", "192.168.1.1", "169.254.169.254", "0.0.0.0", "172.20.0.1"];
    const carrying = ["64:ff9b::a00:5", "64:ff9b:1::a00:5", "2002:a00:5::1", "::a00:5", "fec0::1"];
    for (const address of [
      ...insiders,
      "::1",
      "fd00::1",
      "fe80::1",
      "::ffff:127.0.0.1",
      "::ffff:a00:1",
      ...carrying,
    ]) {
      expect([address, isInside(address)]).toEqual([address, true]);
    }
    for (const address of ["142.250.78.10", "172.32.0.1", "2800:3f0:4005::200a", "::ffff:142.250.78.10"]) {
      expect([address, isInside(address)]).toEqual([address, false]);
    }
  });
});
