import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { anybody, endpoint } from "@umbral/contract/lib/endpoint";
import { personal } from "@umbral/contract/lib/personal";
import fastify from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { TestPerson } from "../../testing/factories.ts";
import { startTestServer } from "../../testing/test-server.ts";
import { dressReplies } from "./replies.ts";
import { publicRoute } from "./route.ts";

const server = await startTestServer();
afterAll(() => server.close());
let laura: TestPerson;
let rosa: TestPerson;

beforeAll(async () => {
  laura = await server.newPerson({ userType: "ADMIN" });
  rosa = await server.newPerson();
  for (let count = 0; count < 12; count++) {
    await server.newPerson();
  }
});

const ask = (url: string, headers: Record<string, string> = {}) => server.app.http.inject({ url, headers });

describe("an answer of the API", () => {
  it("with people in it is kept by nobody, and neither is a refusal", async () => {
    for (const url of [
      "/api/bb/usersV2/ResidentUserDetails",
      "/api/user/sessions",
      "/api/bb/audit",
      "/api/bb/buildings",
      "/api/buildings",
    ]) {
      const answer = await ask(url, laura.headers);
      expect([url, answer.headers["cache-control"]]).toEqual([url, "no-store"]);
    }
    for (const url of ["/api/bb/usersV2/ResidentUserDetails", "/api/nothing/here"]) {
      expect((await ask(url)).headers["cache-control"], url).toBe("no-store");
    }
    const login = await server.app.http.inject({
      method: "POST",
      url: "/api/user/auth/login",
      payload: { cedula: laura.cedula, password: "wrong-wrong", userType: "ADMIN" },
    });
    expect(login.headers["cache-control"]).toBe("no-store");
  });

  it("that anybody may read is asked for again", async () => {
    for (const url of ["/api/buildings", "/api/terms"]) {
      const answer = await ask(url);
      expect([answer.statusCode, answer.headers["cache-control"]]).toEqual([200, "no-cache"]);
    }
  });

  it("that anybody may read is kept by nobody either when the contract marks something in it", async () => {
    const http = fastify();
    http.decorate("services", server.app.services);
    http.setValidatorCompiler(() => (value) => ({ value }));
    http.decorateRequest("actor", null);
    await dressReplies(http, server.app.services.env);
    const none = z.strictObject({});
    for (const [path, reply] of [
      ["/api/of-nobody", z.object({ text: z.string() })],
      [
        "/api/of-somebody",
        z.object({ people: z.array(z.object({ text: personal("contact", z.string()) })) }),
      ],
    ] as const) {
      publicRoute(
        http,
        endpoint({
          method: "GET",
          path,
          summary: "A test's",
          access: anybody,
          params: none,
          query: none,
          body: z.undefined(),
          reply,
        }),
        async () => ({ text: "", people: [] }),
      );
    }
    const kept = async (url: string) => (await http.inject(url)).headers["cache-control"];
    expect(await kept("/api/of-nobody")).toBe("no-cache");
    expect(await kept("/api/of-somebody")).toBe("no-store");
    await http.close();
  });

  it("is compressed when it is long, as whoever asks can read it", async () => {
    const url = "/api/bb/usersV2/ResidentUserDetails?page=1&limit=50";
    const plain = await ask(url, laura.headers);
    expect(plain.statusCode).toBe(200);
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(plain.rawPayload.length).toBeGreaterThan(1024);
    const unpackers = { br: brotliDecompressSync, gzip: gunzipSync };
    for (const [encoding, unpack] of Object.entries(unpackers)) {
      const packed = await ask(url, { ...laura.headers, "accept-encoding": encoding });
      expect(packed.headers).toMatchObject({ "content-encoding": encoding, "cache-control": "no-store" });
      expect(String(packed.headers["vary"]).toLowerCase()).toContain("accept-encoding");
      expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length);
      expect(JSON.parse(unpack(packed.rawPayload).toString())).toEqual(plain.json());
    }
  });

  it("is left as it is when it is short or a file for a spreadsheet", async () => {
    const headers = { ...laura.headers, "accept-encoding": "gzip, br" };
    const short = await ask("/api/user/sessions", headers);
    expect(short.rawPayload.length).toBeLessThan(1024);
    expect(short.headers["content-encoding"]).toBeUndefined();
    const file = await ask("/api/bb/usersV2/ResidentUserDetails.csv", headers);
    expect(file.headers["content-type"]).toContain("text/csv");
    expect(file.headers["content-encoding"]).toBeUndefined();
    expect(file.body).toContain(rosa.cedula);
  });

  it("is a refusal, and no file that breaks off, where its rows cannot be asked for", async () => {
    const file = await ask("/api/bb/usersV2/ResidentUserDetails.csv?search=a%00b", laura.headers);
    expect(file.json()).toMatchObject({ statusCode: 400, code: "BAD_REQUEST" });
  });

  it("is a refusal of a day that no calendar of the database has", async () => {
    const building = await server.newBuilding();
    const read = await ask(`/api/buildings/${building.id}/visits?day=0000-03-01`, laura.headers);
    expect(read.json()).toMatchObject({ statusCode: 400, code: "BAD_REQUEST" });
    const holiday = await server.app.http.inject({
      method: "PUT",
      url: `/api/bb/buildings/${building.id}/holidays/0000-03-01`,
      headers: laura.headers,
      payload: { name: "Fundación" },
    });
    expect(holiday.json()).toMatchObject({ statusCode: 400, code: "BAD_REQUEST" });
  });

  it("never comes of a body that would have to be unpacked", async () => {
    const answer = await server.app.http.inject({
      method: "POST",
      url: "/api/user/auth/login",
      headers: { "content-type": "application/json", "content-encoding": "gzip" },
      payload: Buffer.from("H4sIAAAAAAAAA6tWSk5MSUkFAAAAAA==", "base64"),
    });
    expect(answer.statusCode).toBe(400);
  });
});
