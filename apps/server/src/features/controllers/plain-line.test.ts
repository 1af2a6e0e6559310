import { randomUUID, sign } from "node:crypto";
import { CONTROLLER_NAMESPACE, challengeText } from "@umbral/contract/controllers/controllers.contract";
import { io } from "socket.io-client";
import { expect, it, onTestFinished, vi } from "vitest";
import { newControllerKey } from "../../../testing/controller-key.ts";
import { startTestServer, type TestServer, TestSocket } from "../../../testing/test-server.ts";
import { invite } from "./controllers.service.ts";

type Headers = Record<string, string>;
const plainly = (from: string): Headers => ({ "x-forwarded-for": from, "x-forwarded-proto": "http" });

/** Pairs and signs in as a controller whose line these headers describe: what the server says to both. */
async function come(server: TestServer, headers: Headers): Promise<string[]> {
  const building = await server.newBuilding();
  const { publicKey, privateKey } = newControllerKey();
  const code = await invite(server.app.services, building.id);
  const pair = (sent: Headers) =>
    server.app.http.inject({
      method: "POST",
      url: "/api/controllers/pairing",
      payload: { code, publicKey },
      headers: sent,
    });
  const first = await pair(headers);
  const { controllerId } = (await pair({})).json<{ controllerId: string }>();
  const raw = io(`${server.url}${CONTROLLER_NAMESPACE}`, {
    transports: ["websocket"],
    reconnection: false,
    forceNew: true,
    extraHeaders: headers,
  });
  onTestFinished(() => void raw.disconnect());
  const socket = new TestSocket(raw);
  const { nonce } = (await socket.hear("challenge")) as { nonce: string };
  const signature = sign(null, Buffer.from(challengeText(controllerId, nonce)), privateKey).toString(
    "base64url",
  );
  const claim = { controllerId, signature, version: "test", boot: randomUUID(), revision: null };
  const answer = await socket.ask("sign-in", claim);
  return [first.statusCode === 200 ? "ok" : first.json().code, answer.ok ? "ok" : answer.code];
}

it("a controller without TLS is refused where a proxy says so, unless its network is private and that is meant", async () => {
  const both = (code: string) => [code, code];
  const strict = await startTestServer({ TRUSTED_PROXIES: "127.0.0.1" });
  onTestFinished(() => strict.close());
  expect(await come(strict, plainly("203.0.113.7"))).toEqual(both("LINE_NOT_ENCRYPTED"));
  expect(await come(strict, plainly("10.1.2.3"))).toEqual(both("LINE_NOT_ENCRYPTED"));
  expect(await come(strict, { "x-forwarded-for": "203.0.113.7", "x-forwarded-proto": "https" })).toEqual(
    both("ok"),
  );
  const lenient = await startTestServer({ TRUSTED_PROXIES: "127.0.0.1", ALLOW_PLAIN_LINE: "1" });
  onTestFinished(() => lenient.close());
  expect(await come(lenient, plainly("10.1.2.3"))).toEqual(both("ok"));
  expect(await come(lenient, plainly("fd12::7"))).toEqual(both("ok"));
  expect(await come(lenient, plainly("203.0.113.7"))).toEqual(both("LINE_NOT_ENCRYPTED"));
  // Nobody told this one of its proxies: what comes from its own machine may be one, of whose lines it knows nothing.
  const unaware = await startTestServer();
  onTestFinished(() => unaware.close());
  expect(await come(unaware, plainly("203.0.113.7"))).toEqual(both("ok"));
});

it("one that comes from another machine through no proxy is plain, and refused unless its network is private and that is meant", async () => {
  const heardFrom = async (
    settings: Record<string, string>,
    remoteAddress: string,
    headers: Headers = {},
  ) => {
    const server = await startTestServer(settings);
    onTestFinished(() => server.close());
    const warned = vi.spyOn(server.app.services.log, "warn");
    const building = await server.newBuilding();
    const code = await invite(server.app.services, building.id);
    const answer = await server.app.http.inject({
      method: "POST",
      url: "/api/controllers/pairing",
      payload: { code, publicKey: newControllerKey().publicKey },
      headers,
      remoteAddress,
    });
    const said = JSON.stringify(warned.mock.calls);
    const isLogged = said.includes("ALLOW_PLAIN_LINE=1") && !said.includes(remoteAddress);
    return [answer.statusCode === 200 ? "ok" : answer.json().code, isLogged];
  };
  const refused = ["LINE_NOT_ENCRYPTED", true];
  const meant = { ALLOW_PLAIN_LINE: "1" };
  expect(await heardFrom({}, "10.1.2.3")).toEqual(refused);
  expect(await heardFrom({}, "203.0.113.7")).toEqual(refused);
  expect(await heardFrom(meant, "203.0.113.7")).toEqual(refused);
  expect(await heardFrom(meant, "10.1.2.3")).toEqual(["ok", false]);
  // A proxy that nobody named: anybody may write its headers.
  expect(await heardFrom({}, "10.1.2.3", { "x-forwarded-proto": "https" })).toEqual(refused);
});
