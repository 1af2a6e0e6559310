import { connect } from "node:net";
import { allEndpoints, allMessages } from "@umbral/contract/endpoints";
import Fastify from "fastify";
import { afterAll, describe, expect, it } from "vitest";
import { startTestServer } from "../testing/test-server.ts";
import { dressReplies } from "./platform/replies.ts";
import { pathFor } from "./platform/route.ts";

const server = await startTestServer();
afterAll(() => server.close());

const { app } = server;
const routes = app.routes;

describe("the routes", () => {
  it("each say who may call them", () => {
    expect(routes.length).toBeGreaterThan(allEndpoints.length / 2);
    expect(routes.filter((route) => route.access === undefined)).toEqual([]);
  });

  it("are those of the contract, the pages and the pictures, and no others", () => {
    const ofContract = new Set(
      allEndpoints.map((endpoint) => `${endpoint.method} ${pathFor(endpoint.path, "bb")}`),
    );
    const others = routes
      .filter((route) => route.method !== "HEAD" && !ofContract.has(`${route.method} ${route.url}`))
      .map((route) => route.url)
      .filter((url) => !url.startsWith("/api/docs"));
    expect(others.sort()).toEqual([
      "/*",
      "/api/clips/:id/video",
      "/api/files/:id",
      "/api/openapi.json",
      "/healthz",
      "/metrics",
      "/readyz",
      "/robots.txt",
    ]);
  });

  it("leave out no endpoint of the contract", () => {
    const served = new Set(routes.map((route) => `${route.method} ${route.url}`));
    const absent = allEndpoints
      .filter((endpoint) => endpoint.access.kind !== "loopback")
      .map((endpoint) => `${endpoint.method} ${pathFor(endpoint.path, "bb")}`)
      .filter((route) => !served.has(route));
    expect(absent).toEqual([]);
  });

  it("are public exactly where the product says so", () => {
    const open = allEndpoints.filter((endpoint) => endpoint.access.kind === "public");
    expect(open.map((endpoint) => `${endpoint.method} ${endpoint.path}`).sort()).toEqual([
      "GET /api/buildings",
      "GET /api/buildings/{id}/towers",
      "GET /api/floors/{id}/apartments",
      "GET /api/push/public-key",
      "GET /api/terms",
      "GET /api/towers/{id}/floors",
      "POST /api/apartments/{apartmentId}/owner",
      "POST /api/apartments/{apartmentId}/users",
      "POST /api/contact-proposals/code",
      "POST /api/contact-proposals/confirmation",
      "POST /api/contact-proposals/read",
      "POST /api/controllers/pairing",
      "POST /api/guest/session",
      "POST /api/invitations/acceptance",
      "POST /api/invitations/code",
      "POST /api/invitations/proof",
      "POST /api/invitations/read",
      "POST /api/kiosk/pairing",
      "POST /api/sign/session",
      "POST /api/user/auth/forgotPassword",
      "POST /api/user/auth/login",
      "POST /api/user/auth/resetPassword",
      "POST /api/visitors",
      "POST /api/visitors/express",
      "POST /api/visitors/{cedula}/visits",
      "POST /api/{product}/auth/login",
    ]);
  });
});

describe("the messages", () => {
  it("of signed-in people are all heard", () => {
    const ofPeople = allMessages
      .filter(
        ({ access }) => access.kind === "permission" || access.kind === "token" || access.kind === "party",
      )
      .map(({ event }) => event);
    expect(app.messages.events.sort()).toEqual(ofPeople.sort());
  });
});

const { host, port } = new URL(server.url);

/** What is answered first to lines that no library would write. */
const answerTo = (lines: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const line = connect(Number(port), "127.0.0.1").setEncoding("utf8");
    line.once("data", (text) => {
      line.destroy();
      resolve(String(text));
    });
    line.once("error", reject);
    line.once("close", () => resolve(""));
    line.write(`${lines.join("\r\n")}\r\n\r\n`);
  });

describe("a request", () => {
  it("is refused when it says its length in two ways", async () => {
    const begun = ["POST /api/user/auth/login HTTP/1.1", `host: ${host}`, "content-type: application/json"];
    for (const both of [
      ["content-length: 2", "transfer-encoding: chunked"],
      ["transfer-encoding: chunked", "content-length: 2"],
      ["content-length: 2", "content-length: 40"],
      ["transfer-encoding: xchunked"],
    ]) {
      expect([both, await answerTo([...begun, ...both, "", "{}"])]).toEqual([
        both,
        expect.stringMatching(/^HTTP\/1.1 400 /),
      ]);
    }
  });
});

describe("a body", () => {
  it("is refused when it brings a prototype", async () => {
    for (const payload of ['{"__proto__":{"userType":"ADMIN"}}', '{"constructor":{"prototype":{"a":1}}}']) {
      const reply = await app.http.inject({
        method: "POST",
        url: "/api/user/auth/login",
        headers: { "content-type": "application/json" },
        payload,
      });
      expect([payload, reply.statusCode]).toEqual([payload, 400]);
    }
  });
});

describe("a socket", () => {
  it("is opened by a page of this origin, or by what is no page", async () => {
    const asked = [
      "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1",
      `host: ${host}`,
      "connection: Upgrade",
      "upgrade: websocket",
      "sec-websocket-version: 13",
      `sec-websocket-key: ${Buffer.alloc(16, 7).toString("base64")}`,
    ];
    expect(await answerTo(asked)).toMatch(/^HTTP\/1.1 101 /);
    expect(await answerTo([...asked, `origin: http://${host}`])).toMatch(/^HTTP\/1.1 101 /);
    for (const origin of [
      "https://umbral.example.net",
      `http://${host}.example.net`,
      "null",
      "http://127.0.0.1:1",
    ]) {
      expect([origin, await answerTo([...asked, `origin: ${origin}`])]).toEqual([
        origin,
        expect.stringMatching(/^HTTP\/1.1 4/),
      ]);
    }
  });
});

describe("what everybody gets", () => {
  it("is the document of the contract, with and without the final slash", async () => {
    for (const url of ["/api/openapi.json", "/api/openapi.json/"]) {
      const document = (await app.http.inject(url)).json();
      expect(Object.keys(document.paths)).toHaveLength(new Set(allEndpoints.map(({ path }) => path)).size);
      expect(document.paths["/api/buildings"].get.security).toEqual([]);
      expect(document.paths["/api/user/auth/currentUser"].get.security).toEqual([{ session: [] }]);
      const opening = document.paths["/api/v1/doors/{doorId}/open"].post;
      expect(opening.security).toEqual([{ token: ["doors:open"] }]);
      expect(opening.requestBody.content["application/json"].example).toHaveProperty("requestId");
      expect(opening.responses["200"].content["application/json"].example).toHaveProperty("orderId");
      expect(document.webhooks.alarm.post.requestBody.content["application/json"].example.kind).toBe("alarm");
      expect(document.paths["/api/push/call/reject"].post.security).toEqual([{ proof: [] }]);
    }
    expect((await app.http.inject("/api/docs/")).statusCode).toBe(200);
  });

  it("is every header of security, on an answer, a refusal and what does not exist", async () => {
    const signedOut = { url: "/api/user/auth/currentUser" };
    for (const asked of [{ url: "/api/buildings" }, signedOut, { url: "/gone" }, { url: "/robots.txt" }]) {
      const { headers } = await app.http.inject(asked);
      expect(headers).toMatchObject({
        "content-security-policy": [
          "default-src 'self'",
          "script-src 'self'",
          "style-src 'self'",
          "img-src 'self' blob: data:",
          "media-src 'self' blob:",
          "font-src 'self'",
          "connect-src 'self'",
          "worker-src 'self'",
          "manifest-src 'self'",
          "object-src 'none'",
          "base-uri 'none'",
          "form-action 'self'",
          "frame-ancestors 'none'",
        ].join(";"),
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": "camera=(self), microphone=(self), geolocation=(), payment=(), usb=()",
      });
      expect(headers["access-control-allow-origin"]).toBeUndefined();
      expect(headers["set-cookie"]).toBeUndefined();
      expect(headers["server"]).toBeUndefined();
      expect(headers["x-powered-by"]).toBeUndefined();
      // Where nothing encrypts, a browser may not be told to ask encrypted.
      expect(headers["strict-transport-security"]).toBeUndefined();
    }
  });

  it("is that all of it is asked encrypted, for a year and below the name too, where the address is https", async () => {
    const http = Fastify();
    await dressReplies(http, { ...server.app.services.env, publicUrl: "https://umbral.example" });
    http.get("/", async () => "");
    const { headers } = await http.inject("/");
    expect(headers["strict-transport-security"]).toBe("max-age=31536000; includeSubDomains");
    expect(headers["content-security-policy"]).toMatch(/;upgrade-insecure-requests$/);
    await http.close();
  });

  it("is nothing to who traces", async () => {
    const traced = await answerTo(["TRACE / HTTP/1.1", `host: ${host}`, "x-secret: not to be sent back"]);
    expect(traced).toMatch(/^HTTP\/1.1 404 /);
    expect(traced).not.toContain("x-secret");
  });

  it("is a refusal of the contract for what does not exist", async () => {
    const answer = await app.http.inject("/api/no-such-thing");
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ code: "NOT_FOUND", errors: [] });
  });

  it("is the same refusal for an address that is none", async () => {
    for (const url of ["/%E0%A4%A", "/api/buildings/%E0%A4%A/towers"]) {
      const answer = await app.http.inject(url);
      expect([answer.statusCode, answer.json()]).toMatchObject([400, { code: "BAD_REQUEST", errors: [] }]);
    }
  });

  it("is a page for every screen, and none for a file that is gone", async () => {
    const page = await app.http.inject({ url: "/assets/gone-1234.js", headers: { accept: "*/*" } });
    expect(page.statusCode).toBe(404);
    for (const url of ["/demo", "/demo/outbox"]) {
      expect((await app.http.inject({ url, headers: { accept: "text/html" } })).statusCode).toBe(404);
    }
  });

  it("is to robots that there is nothing for them", async () => {
    const answer = await app.http.inject("/robots.txt");
    expect([answer.statusCode, answer.headers["content-type"], answer.body]).toEqual([
      200,
      "text/plain; charset=utf-8",
      "User-agent: *\nDisallow: /\n",
    ]);
  });

  it("is the state of the house, and its figures for this machine alone", async () => {
    expect((await app.http.inject("/healthz")).statusCode).toBe(200);
    expect((await app.http.inject("/readyz")).statusCode).toBe(200);
    expect((await app.http.inject("/metrics")).body).toContain("umbral_http_seconds");
    expect((await app.http.inject({ url: "/metrics", remoteAddress: "192.0.2.1" })).statusCode).toBe(404);
    const forwarded = { url: "/metrics", headers: { "x-forwarded-for": "127.0.0.1" } };
    expect((await app.http.inject(forwarded)).statusCode).toBe(404);
  });
});
