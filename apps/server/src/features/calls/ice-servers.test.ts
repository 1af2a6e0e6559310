import { createHmac } from "node:crypto";
import { afterAll, expect, it } from "vitest";
import { startTestServer } from "../../../testing/test-server.ts";

const secret = "a secret shared with the relay";
const server = await startTestServer({
  STUN_URLS: "stun:turn.example:3478",
  TURN_URLS: "turn:turn.example:3478, turns:turn.example:5349?transport=tcp",
  TURN_SECRET: secret,
});
afterAll(() => server.close());

it("makes credentials that the relay can check with the shared secret, for this person and this hour", async () => {
  const [one, other] = await Promise.all([server.newPerson(), server.newPerson()]);
  const ask = async (headers: Record<string, string>) =>
    (await server.app.http.inject({ method: "GET", url: "/api/ice-servers", headers })).json().iceServers;

  const [stun, turn] = await ask(one.headers);
  expect(stun).toEqual({ urls: ["stun:turn.example:3478"] });
  expect(turn.urls).toEqual(["turn:turn.example:3478", "turns:turn.example:5349?transport=tcp"]);
  expect(turn.credential).toBe(createHmac("sha1", secret).update(turn.username).digest("base64"));
  const [expiry, digest] = turn.username.split(":");
  const seconds = Number(expiry) - server.clock.now().getTime() / 1000;
  expect(seconds).toBeGreaterThan(3500);
  expect(seconds).toBeLessThanOrEqual(3600);
  expect(turn.username).not.toContain(one.id);

  const [, others] = await ask(other.headers);
  expect(others.username.split(":")[1]).not.toBe(digest);
});
