import { generateKeyPairSync } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { jwtVerify } from "jose";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { type HeardRequest, startStandIn } from "../../../testing/stand-in.ts";
import { PushedClock } from "../../../testing/test-server.ts";
import { openFcm } from "./fcm.ts";

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const answers = ({ path }: HeardRequest) =>
  path === "/token"
    ? { status: 200, body: { access_token: "acc3ss", expires_in: 3600, token_type: "Bearer" } }
    : { status: 200, body: { name: "projects/umbral-test/messages/7" } };
const google = await startStandIn(answers);
const folder = await mkdtemp(join(tmpdir(), "umbral-fcm-"));
afterAll(async () => {
  await google.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  google.requests.length = 0;
  google.answerWith(answers);
});

const serviceAccountFile = join(folder, "account.json");
await writeFile(
  serviceAccountFile,
  JSON.stringify({
    type: "service_account",
    project_id: "umbral-test",
    client_email: "push@umbral-test.example",
    private_key: privateKey.export({ type: "pkcs8", format: "pem" }),
    token_uri: `${google.url}/token`,
  }),
);
const clock = new PushedClock();
const open = () => openFcm({ serviceAccountFile, apiUrl: google.url }, clock);

const payload = {
  kind: "call" as const,
  title: "Llamada de portería",
  body: "Pedro llama",
  path: "/llamada-visitante/1/true",
  tag: "1",
  expiresAt: "2026-03-01T12:00:30.000Z",
};
const sends = () => google.requests.filter(({ path }) => path !== "/token");
const trades = () => google.requests.filter(({ path }) => path === "/token");

describe("Firebase", () => {
  it("is given the words of the push under a token that the account's key signed for", async () => {
    expect(await (await open()).send("device-1", payload, 25)).toEqual({
      kind: "accepted",
      providerId: "projects/umbral-test/messages/7",
    });
    const [trade] = trades();
    expect(trade?.form["grant_type"]).toBe("urn:ietf:params:oauth:grant-type:jwt-bearer");
    const { payload: claims } = await jwtVerify(trade?.form["assertion"] ?? "", publicKey, {
      audience: `${google.url}/token`,
      issuer: "push@umbral-test.example",
    });
    expect(claims["scope"]).toBe("https://www.googleapis.com/auth/firebase.messaging");
    const [sent] = sends();
    expect(sent?.path).toBe("/v1/projects/umbral-test/messages:send");
    expect(sent?.headers.authorization).toBe("Bearer acc3ss");
    expect(JSON.parse(String(sent?.body))).toMatchObject({
      message: { token: "device-1", data: payload, android: { priority: "high", ttl: "25s" } },
    });
  });

  it("is asked for one token for many pushes, and for a new one before it runs out", async () => {
    const fcm = await open();
    await fcm.send("device-1", payload, 25);
    await fcm.send("device-2", payload, 25);
    expect(trades()).toHaveLength(1);
    clock.push(3_550_000);
    await fcm.send("device-1", payload, 25);
    expect(trades()).toHaveLength(2);
  });

  it("gets a new token after it no longer took the old one", async () => {
    const fcm = await open();
    await fcm.send("device-1", payload, 25);
    google.answerWith((request) =>
      request.path === "/token" ? answers(request) : { status: 401, body: {} },
    );
    expect((await fcm.send("device-1", payload, 25)).kind).toBe("away");
    google.answerWith(answers);
    expect((await fcm.send("device-1", payload, 25)).kind).toBe("accepted");
    expect(trades()).toHaveLength(2);
  });

  it("says which device is gone, what it refuses, and when to come back", async () => {
    const fcm = await open();
    const unregistered = { error: { code: 404, details: [{ errorCode: "UNREGISTERED" }] } };
    for (const [status, body, kind] of [
      [404, unregistered, "gone"],
      [400, { error: { code: 400 } }, "refused"],
      [503, { error: { code: 503 } }, "away"],
    ] as const) {
      google.answerWith((request) => (request.path === "/token" ? answers(request) : { status, body }));
      expect((await fcm.send("device-1", payload, 25)).kind).toBe(kind);
    }
    await google.down();
    expect((await fcm.send("device-1", payload, 25)).kind).toBe("away");
    await google.up();
  });

  it("that took it and says nothing of use took it all the same", async () => {
    const fcm = await open();
    for (const answer of [{ status: 200 }, { status: 200, headers: { "content-length": "1000" } }]) {
      google.answerWith((request) => (request.path === "/token" ? answers(request) : answer));
      expect(await fcm.send("device-1", payload, 25)).toEqual({ kind: "accepted", providerId: null });
    }
  });

  it("is not opened with a file that is none of its accounts, and none of it is told", async () => {
    const file = join(folder, "wrong.json");
    await writeFile(file, '{"private_key":"s3cret"}');
    const opening = openFcm({ serviceAccountFile: file, apiUrl: google.url }, clock);
    await expect(opening).rejects.toThrow("FCM_SERVICE_ACCOUNT_FILE");
    await expect(opening).rejects.not.toThrow("s3cret");
  });
});
