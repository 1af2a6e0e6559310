import { allEndpoints, allMessages } from "@umbral/contract/endpoints";
import { afterAll, describe, expect, it } from "vitest";
import { startTestServer } from "../testing/test-server.ts";
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
      "POST /api/invitations/acceptance",
      "POST /api/invitations/code",
      "POST /api/invitations/proof",
      "POST /api/invitations/read",
      "POST /api/kiosk/pairing",
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
      .filter(({ access }) => access.kind === "permission" || access.kind === "party")
      .map(({ event }) => event);
    expect(app.messages.events.sort()).toEqual(ofPeople.sort());
  });
});

describe("what everybody gets", () => {
  it("is the document of the contract, with and without the final slash", async () => {
    for (const url of ["/api/openapi.json", "/api/openapi.json/"]) {
      const document = (await app.http.inject(url)).json();
      expect(Object.keys(document.paths)).toHaveLength(new Set(allEndpoints.map(({ path }) => path)).size);
      expect(document.paths["/api/buildings"].get.security).toEqual([]);
      expect(document.paths["/api/user/auth/currentUser"].get.security).toEqual([{ session: [] }]);
      expect(document.paths["/api/push/call/reject"].post.security).toEqual([{ proof: [] }]);
    }
    expect((await app.http.inject("/api/docs/")).statusCode).toBe(200);
  });

  it("is a strict policy for what a page may load", async () => {
    const { headers } = await app.http.inject("/api/buildings");
    expect(headers["content-security-policy"]).toContain("script-src 'self';");
    expect(headers["content-security-policy"]).not.toContain("unsafe");
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["permissions-policy"]).toContain("camera=(self)");
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
